import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useEffect, useState } from 'react'

const CLOSED_MS = 20

/** Returns the focus to its opener. Mantine's cannot, when rendered on demand or opened by a menu entry. */
export function Dialog({ opened, ...props }: ModalProps) {
  const isMounted = useMounted()
  const [wasOpened, setWasOpened] = useState(false)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    // Read during rendering: afterwards the menu and its focus are gone.
    if (opened) setOpener(openerOf(document.activeElement))
  }
  useEffect(() => {
    if (!opened) return
    return () => {
      setTimeout(() => {
        // An element that has taken the focus since then keeps it. The closing modal does not count.
        const { activeElement: now } = document
        if (now === document.body || now?.closest('[role="dialog"]')) opener?.focus({ preventScroll: true })
      }, CLOSED_MS)
    }
  }, [opened, opener])
  return <Modal opened={opened && isMounted} {...props} />
}

/** The focused element. For a menu entry, the button that opened the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
