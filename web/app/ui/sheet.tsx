import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const load = () => import('./sheet-panel.tsx')
const Panel = lazy(() => load().then((module) => ({ default: module.SheetPanel })))

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
  const [used, setUsed] = useState(false)
  useEffect(() => {
    if (props.open) setUsed(true)
  }, [props.open])
  return <Suspense>{used && <Panel {...props} />}</Suspense>
}

export function preloadSheet(): void {
  void load()
}
