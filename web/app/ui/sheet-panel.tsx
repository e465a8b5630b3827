import { Drawer } from '@mantine/core'
import type { SheetProps } from './sheet'

export function SheetPanel({ open, onClose, side, title, size, children }: SheetProps) {
  return (
    <Drawer opened={open} onClose={onClose} position={side} title={title} size={size}>
      {children}
    </Drawer>
  )
}
