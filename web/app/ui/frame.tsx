import type { ComponentProps, ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import classes from './frame.module.css'

export function Frame({ children }: { children: ReactNode }) {
  return <div className={classes.frame}>{children}</div>
}

export function FramedError(failure: ComponentProps<typeof ErrorState>) {
  return (
    <Frame>
      <ErrorState {...failure} />
    </Frame>
  )
}
