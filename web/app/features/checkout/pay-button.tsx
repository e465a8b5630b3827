import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

interface PayButtonProps extends ButtonProps {
  link: string | null
  children: string
  'aria-describedby'?: string
}

const REDIRECTING_MS = 500

/** Opens a payment in a new tab; there is nothing to press without a link. */
export function PayButton({ link, children, ...props }: PayButtonProps) {
  const [redirecting, setRedirecting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const pay = () => {
    if (!link) return
    setRedirecting(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(setRedirecting, REDIRECTING_MS, false)
    window.open(link, '_blank', 'noopener')
  }
  return (
    <Button {...props} disabled={!link} onClick={pay}>
      {redirecting ? 'Redirecionando...' : children}
    </Button>
  )
}
