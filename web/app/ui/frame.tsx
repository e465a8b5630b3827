import type { ReactNode } from 'react'
import classes from './frame.module.css'

/** Around what stands in the place of a list or of a record: that it loads, failed, or is empty. */
export function Frame({ children }: { children: ReactNode }) {
  return <div className={classes.frame}>{children}</div>
}
