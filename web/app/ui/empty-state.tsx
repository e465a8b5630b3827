import type { ReactNode } from 'react'
import { IconFlag } from './icons.tsx'
import classes from './state.module.css'

interface EmptyStateProps {
  title?: string
  description?: ReactNode
  icon?: ReactNode
  /** For example a button that leads on. */
  children?: ReactNode
}

export function EmptyState({
  title = 'Nenhum registro encontrado.',
  description,
  icon,
  children,
}: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon} aria-hidden>
        {icon ?? <IconFlag size={28} />}
      </span>
      <p className={classes.title}>{title}</p>
      {description && <p className={classes.description}>{description}</p>}
      {children}
    </div>
  )
}
