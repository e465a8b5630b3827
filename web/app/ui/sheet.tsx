import type { ReactNode } from 'react'
import { useLoaded } from './use-loaded.ts'

const load = () => import('./sheet-panel.tsx').then((module) => module.SheetPanel)

export interface SheetProps {
  open: boolean
  onClose: () => void
  side: 'top' | 'left' | 'right' | 'bottom'
  title: ReactNode
  /** The width as a CSS length, for example of a left sheet. */
  size?: string
  children: ReactNode
}

/**
 * A panel that slides in over the page, traps the focus and returns it. Its code is loaded when it is first opened, so that
 * pages that rarely need it stay small; call `preloadSheet` when the pointer reaches the opening button.
 */
export function Sheet(props: SheetProps) {
  const Panel = useLoaded(props.open, load)
  return Panel && <Panel {...props} />
}

export function preloadSheet(): void {
  // A failure is ignored: opening the sheet loads it again.
  load().catch(() => undefined)
}
