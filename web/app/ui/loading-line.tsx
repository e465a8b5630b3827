import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './loading-line.module.css'

/** A loading state with the specification's text. */
export function LoadingLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.line}>
      <Loader size={24} aria-hidden />
      {children}
    </p>
  )
}
