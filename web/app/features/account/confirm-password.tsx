import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useSession } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-section.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

interface ConfirmPasswordProps {
  children: ReactNode
  className?: string | undefined
}

/** Asks for the user's password again. The surrounding form has a field `current_password`. */
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
