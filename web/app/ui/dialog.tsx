import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useEffect, useState } from 'react'

const CLOSED_MS = 20

/**
 * A modal that gives the focus back to what opened it. Mantine's remembers nothing when it is rendered only while it is wanted, and
 * an entry of a menu, which is gone by then.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  const isMounted = useMounted()
  const [wasOpened, setWasOpened] = useState(false)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    // Read while rendering: once rendered, the menu is gone, and the focus with it.
    if (opened) setOpener(openerOf(document.activeElement))
  }
  useEffect(() => {
    if (!opened) return
    return () => {
      setTimeout(() => {
        // What took the focus on purpose keeps it; the modal itself is still fading out.
        const { activeElement: now } = document
        if (now === document.body || now?.closest('[role="dialog"]')) opener?.focus({ preventScroll: true })
      }, CLOSED_MS)
    }
  }, [opened, opener])
  return <Modal opened={opened && isMounted} {...props} />
}

/** What had the focus; of an entry of a menu, the button that opened the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
