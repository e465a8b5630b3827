import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './loading-line.module.css'

/** Says what is being loaded, where the specification has words for it. */
export function LoadingLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.line}>
      <Loader size={24} aria-hidden />
      {children}
    </p>
  )
}
