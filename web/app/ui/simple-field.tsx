import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import { IconChevronDown, type IconType } from './icons.tsx'
import classes from './simple-field.module.css'

/* Fields like Mantine's, but without its scripts (`button.tsx` explains why). */

interface FieldProps {
  label: string
  error?: string | false
}

interface SimpleInputProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  icon?: IconType
  end?: ReactNode
}

export function SimpleInput({ label, error, icon: Icon, end, className, ...props }: SimpleInputProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box}>
        {Icon && <Icon size={20} aria-hidden />}
        <input
          {...props}
          id={id}
          className={classes.input}
          data-end={end ? '' : undefined}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type SimpleSelectProps = Omit<FieldProps, 'error'> & SelectHTMLAttributes<HTMLSelectElement>

export function SimpleSelect({ label, className, ...props }: SimpleSelectProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box}>
        <select {...props} id={id} className={`${classes.input} ${classes.select}`} data-end />
        <IconChevronDown size={18} aria-hidden />
      </div>
    </div>
  )
}
