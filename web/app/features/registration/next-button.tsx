import type { ButtonProps } from '@mantine/core'
import type { RegistrationRow } from '#contract/registration.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { nextAction } from './next-action.ts'

interface NextButtonProps extends ButtonProps {
  row: RegistrationRow
  /** The element that names the registration. */
  of: string
  short?: boolean
}

/** One labelled button: what comes next for a registration. */
export function NextButton({ row, of, short = false, ...props }: NextButtonProps) {
  const action = nextAction(row)
  return (
    <LinkButton {...props} to={action.to} variant={action.isDue ? 'filled' : 'default'} aria-describedby={of}>
      {short ? action.short : action.label}
    </LinkButton>
  )
}
