import { Drawer } from '@mantine/core'
import type { SheetProps } from './sheet.tsx'
import classes from './sheet-panel.module.css'

export function SheetPanel({ open, onClose, side, title, size, children }: SheetProps) {
  return (
    <Drawer
      opened={open}
      onClose={onClose}
      position={side}
      title={title}
      size={size}
      classNames={{ content: classes.content, body: classes.body, title: classes.title }}
      attributes={{ content: { 'data-side': side } }}
    >
      {children}
    </Drawer>
  )
}
