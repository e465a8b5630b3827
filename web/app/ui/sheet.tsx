import type { ReactNode } from 'react'
import { preload, useLoaded } from './use-loaded.ts'

const load = () => import('./sheet-panel.tsx').then((module) => module.SheetPanel)

export interface SheetProps {
  open: boolean
  onClose: () => void
  side: 'top' | 'left' | 'right' | 'bottom'
  title: ReactNode
  size?: string
  children: ReactNode
}

/** Its code is loaded on first use. Call `preloadSheet` when the pointer reaches the button that opens it. */
export function Sheet(props: SheetProps) {
  const Panel = useLoaded(props.open, load)
  return Panel && <Panel {...props} />
}

export const preloadSheet = preload(load)
