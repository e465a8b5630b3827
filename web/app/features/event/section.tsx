import type { ReactNode } from 'react'
import classes from './section.module.css'

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A part of the event's page under its own heading. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
