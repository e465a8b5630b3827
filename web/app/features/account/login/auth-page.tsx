import type { ReactNode } from 'react'
import { TrackArt } from '#web/ui/track-art.tsx'
import classes from './auth.module.css'

interface AuthPageProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

export function AuthPage({ title, description, children }: AuthPageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.side} aria-hidden>
        <TrackArt className={classes.art} />
        <p>A sua próxima largada começa aqui</p>
      </div>
      <div className={classes.main}>
        <h1>{title}</h1>
        {description && <p className={classes.description}>{description}</p>}
        {children}
      </div>
    </div>
  )
}
