import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useSession } from '../../session.ts'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

interface ConfirmPasswordProps {
  /** Why it is asked for. */
  children: ReactNode
  className?: string | undefined
}

/** The person's own password, asked again in a form whose `current_password` it is. */
export function ConfirmPassword({ children, className }: ConfirmPasswordProps) {
  const { register, formState } = useFormContext<{ current_password: string }>()
  return (
    <div className={className}>
      <FormSection title="Confirme que é você" description={children}>
        <input type="email" autoComplete="username" value={useSession()?.user.email ?? ''} readOnly hidden />
        <PasswordField
          {...register('current_password')}
          label="Sua senha atual"
          autoComplete="current-password"
          error={formState.errors.current_password?.message}
        />
      </FormSection>
    </div>
  )
}
