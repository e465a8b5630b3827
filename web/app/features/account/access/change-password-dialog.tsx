import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ChangePasswordInput, changePassword } from '#contract/session.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { DialogForm } from '../dialog-form.tsx'
import { NewPasswordFields } from '../new-password-fields.tsx'

interface ChangePasswordDialogProps {
  open: boolean
  /** The user name, for password managers. */
  email: string
  onClose: () => void
}

export function ChangePasswordDialog({ open, email, onClose }: ChangePasswordDialogProps) {
  return (
    <Dialog opened={open} onClose={onClose} title="Trocar Senha">
      <ChangePasswordForm email={email} onClose={onClose} />
    </Dialog>
  )
}

const FIELDS = ['current_password', 'password', 'password_confirmation'] as const

function ChangePasswordForm({ email, onClose }: Omit<ChangePasswordDialogProps, 'open'>) {
  const form = useForm<z.input<typeof ChangePasswordInput>>({ resolver: zodResolver(ChangePasswordInput) })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const [, setFailure] = useServerErrors(form, FIELDS)

  const submit = handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { message } = await api(changePassword, { body })
      showToast('success', message ?? 'Senha alterada com sucesso.')
      onClose()
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao trocar a senha. Tente novamente.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <DialogForm onSubmit={submit} onClose={onClose} busy={isSubmitting} confirmLabel="Salvar">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...register('current_password')}
        label="Senha atual"
        autoComplete="current-password"
        error={errors.current_password?.message}
        data-autofocus
      />
      <NewPasswordFields
        register={register}
        errors={errors}
        hint="Pelo menos 8 caracteres. Os outros aparelhos precisarão entrar de novo."
      />
    </DialogForm>
  )
}
