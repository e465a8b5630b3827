import type { ReactNode } from 'react'
import classes from './detail.module.css'
import { useRootMark } from './use-root-mark.ts'

export function FormBar({ children }: { children: ReactNode }) {
  useRootMark('form-bar')
  return <div className={classes.bar}>{children}</div>
}
