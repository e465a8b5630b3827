import type { ComponentProps, ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import classes from './frame.module.css'

/** The frame around a loading, error or empty state that replaces a list or a record. */
export function Frame({ children }: { children: ReactNode }) {
  return <div className={classes.frame}>{children}</div>
}

/** An error state with a button to try again, in a frame. */
export function FramedError(failure: ComponentProps<typeof ErrorState>) {
  return (
    <Frame>
      <ErrorState {...failure} />
    </Frame>
  )
}
