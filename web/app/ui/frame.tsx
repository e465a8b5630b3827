import type { ComponentProps, ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import classes from './frame.module.css'

/** Around what is shown instead of a list or a record: that it loads, failed, or is empty. */
export function Frame({ children }: { children: ReactNode }) {
  return <div className={classes.frame}>{children}</div>
}

/** In place of what could not be loaded, with a button to try again. */
export function FramedError(failure: ComponentProps<typeof ErrorState>) {
  return (
    <Frame>
      <ErrorState {...failure} />
    </Frame>
  )
}
