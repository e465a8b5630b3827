import type { ReactNode } from 'react'
import classes from './editor.module.css'
import { useEditor } from './editor-context.ts'

/** Fields and buttons that do nothing for who may only look. */
export function Lockable({ children }: { children: ReactNode }) {
  const { locked } = useEditor()
  return (
    <fieldset disabled={locked} className={classes.lockable}>
      {children}
    </fieldset>
  )
}
