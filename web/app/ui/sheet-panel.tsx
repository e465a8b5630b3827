import { Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Mantine } from './mantine.tsx'
import type { SheetProps } from './sheet.tsx'
import classes from './sheet-panel.module.css'

export function SheetPanel({ open, onClose, side, title, size, children }: SheetProps) {
  // Closed at first: the drawer notes the focused element when `opened` changes to true.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return (
    <Mantine>
      <Drawer
        opened={open && mounted}
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
