import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  title: string
  /** Why this is asked, or what becomes of it. */
  description?: ReactNode
  children: ReactNode
}

/** A part of a long form: what it is about at the left, its fields at the right; on small screens one above the other. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.words}>
        <h2 id={id}>{title}</h2>
        {description && <p>{description}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

interface FieldRowProps {
  /** CSS columns, as `1fr 2fr`; a narrow form puts the fields one above the other. */
  columns: string
  /** Short fields: side by side even there. */
  short?: boolean
  children: ReactNode
}

/** Fields side by side where there is room for it. */
export function FieldRow({ columns, short = false, children }: FieldRowProps) {
  return (
    <div
      className={classes.row}
      data-short={short || undefined}
      style={{ '--columns': columns } as CSSProperties}
    >
      {children}
    </div>
  )
}
