import type { ReactNode } from 'react'
import { useLoaded } from './use-loaded.ts'

const load = () => import('./sheet-panel.tsx').then((module) => module.SheetPanel)

export interface SheetProps {
  open: boolean
  onClose: () => void
  side: 'top' | 'left' | 'right' | 'bottom'
  title: ReactNode
  /** A CSS length across, for example the width of a left sheet. */
  size?: string
  children: ReactNode
}

/**
 * A panel that slides in over the page, keeps the focus and gives it back. Its code comes when it is first opened, so
 * that pages which rarely need it stay light; call `preloadSheet` when the opening button is pointed at.
 */
export function Sheet(props: SheetProps) {
  const Panel = useLoaded(props.open, load)
  return Panel && <Panel {...props} />
}

export function preloadSheet(): void {
  // Not getting it now is no harm: opening the sheet asks again.
  load().catch(() => undefined)
}
