import type { ReactNode } from 'react'
import classes from './state.module.css'
import { type StateName, StatePicture } from './state-picture.tsx'

interface EmptyStateProps {
  title?: string
  description?: ReactNode
  /** Replaces the drawing. */
  icon?: ReactNode
  picture?: StateName
  children?: ReactNode
}

export function EmptyState({
  title = 'Nenhum registro encontrado.',
  description,
  icon,
  picture = 'start',
  children,
}: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon ? (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      ) : (
        <StatePicture name={picture} />
      )}
      <p className={classes.title}>{title}</p>
      {description && <p className={classes.description}>{description}</p>}
      {children}
    </div>
  )
}
