import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  /** HTML id, the target of links to the section. */
  id?: string
  title: string
  description?: ReactNode
  children: ReactNode
}

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
  /** CSS grid columns such as `1fr 2fr`. A narrow form has one column. */
  columns: string
  /** Keeps short fields side by side in a narrow form too. */
  short?: boolean
  children: ReactNode
}

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
