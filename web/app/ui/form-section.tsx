import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  /** Where a link to the section leads. */
  id?: string
  title: string
  /** Why the data is asked for, or how it is used. */
  description?: ReactNode
  children: ReactNode
}

/** A section of a long form: its description on the left, its fields on the right; on small screens one above the other. */
export function FormSection({ id, title, description, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <div className={classes.words}>
        <h2 id={titleId}>{title}</h2>
        {description && <p>{description}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

interface FieldRowProps {
  /** CSS grid columns, as `1fr 2fr`; a narrow form has one column. */
  columns: string
  /** Short fields stay side by side in a narrow form too. */
  short?: boolean
  children: ReactNode
}

/** Fields side by side where there is room. */
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
