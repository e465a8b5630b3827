import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Mantine } from './mantine.tsx'
import type { SheetProps } from './sheet.tsx'
import classes from './sheet-panel.module.css'

export function SheetPanel({ open, onClose, side, title, size, children }: SheetProps) {
  // Renders closed first: the drawer remembers the focused element when `opened` changes to true.
  const isMounted = useMounted()
  return (
    <Mantine>
      <Drawer
        opened={open && isMounted}
        onClose={onClose}
        position={side}
        title={title}
        size={size}
        classNames={{ content: classes.content, body: classes.body, title: classes.title }}
        // A header element would be a second banner landmark of the page.
        attributes={{ content: { 'data-side': side }, header: { role: 'none' } }}
      >
        {children}
      </Drawer>
    </Mantine>
  )
}
