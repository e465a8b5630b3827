import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './button.module.css'
import type { IconType } from './icons.tsx'

/*
 * Buttons that look like Mantine's and are nothing but an element with a class. Pages that are read before anything is typed (the list
 * of races, a race) and what they share with others use them, so that they load no library of components.
 */

interface Look {
  variant?: 'filled' | 'default'
  size?: 'md' | 'lg'
  /** As wide as what it stands in. */
  wide?: boolean
  icon?: IconType
  /** After the words. */
  end?: ReactNode
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  loading?: boolean
}

export function Button({ loading = false, disabled = false, type = 'button', ...props }: ButtonProps) {
  return (
    <button {...drawn(props)} type={type} disabled={disabled || loading} aria-busy={loading || undefined} />
  )
}

/** A link inside the site that looks like a button. */
export const ButtonLink = (props: Look & LinkProps) => <Link {...drawn(props)} />

/** A link to a file or to another site that looks like a button. */
export const ButtonAnchor = (props: Look & AnchorHTMLAttributes<HTMLAnchorElement>) => <a {...drawn(props)} />

function drawn<Props extends Look & { className?: string; children?: ReactNode }>({
  variant = 'filled',
  size = 'md',
  wide = false,
  icon: Icon,
  end,
  className = '',
  children,
  ...props
}: Props) {
  return {
    ...props,
    className: `${classes.button} ${className}`,
    'data-variant': variant,
    'data-size': size,
    'data-wide': wide || undefined,
    'data-icon': Icon ? '' : undefined,
    'data-end': end ? '' : undefined,
    children: (
      <>
        {Icon && <Icon size={20} aria-hidden />}
        <span className={classes.label}>{children}</span>
        {end}
      </>
    ),
  }
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
}

/** A button that shows an icon only; `aria-label` says what it does. */
export const IconButton = ({ className = '', ...props }: IconButtonProps) => (
  <button type="button" {...props} className={`${classes.icon} ${className}`} />
)
