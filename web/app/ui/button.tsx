import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './button.module.css'
import type { IconType } from './icons.tsx'

/* Buttons like Mantine's that need only a class: public pages, and what they share with other pages, do
   not load the component library. */

interface Look {
  variant?: 'filled' | 'default'
  size?: 'md' | 'lg'
  wide?: boolean
  icon?: IconType
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

/** A link to a page of this site that looks like a button. */
export const ButtonLink = (props: Look & LinkProps) => <Link {...drawn(props)} />

/** A link to a file or another site that looks like a button. */
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

/** A button that shows only an icon. `aria-label` is its name. */
export const IconButton = ({ className = '', ...props }: IconButtonProps) => (
  <button type="button" {...props} className={`${classes.icon} ${className}`} />
)
