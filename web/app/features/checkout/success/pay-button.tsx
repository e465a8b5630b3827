import { Button, type ButtonProps } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { useOpenTab } from '#web/navigation/new-tab.ts'

interface PayButtonProps extends ButtonProps {
  link: string | null
  children: string
  'aria-describedby'?: string
}

const REDIRECTING_MS = 500

export function PayButton({ link, children, ...props }: PayButtonProps) {
  const [redirecting, setRedirecting] = useState(false)
  const { start } = useTimeout(() => setRedirecting(false), REDIRECTING_MS)
  const open = useOpenTab()

  const pay = () => {
    if (!link) return
    setRedirecting(true)
    start()
    open(link)
  }
  return (
    <Button {...props} disabled={!link} onClick={pay}>
      {redirecting ? 'Redirecionando...' : children}
    </Button>
  )
}
