import type { ButtonProps } from '@mantine/core'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { nextAction } from './next-action.ts'

interface NextButtonProps extends ButtonProps {
  row: RegistrationRow
  /** HTML id of the element that names the registration. */
  of: string
  short?: boolean
}

export function NextButton({ row, of, short = false, ...props }: NextButtonProps) {
  const action = nextAction(row)
  return (
    <LinkButton {...props} to={action.to} variant={action.isDue ? 'filled' : 'default'} aria-describedby={of}>
      {short ? action.short : action.label}
    </LinkButton>
  )
}
