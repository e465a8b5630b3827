import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ChangePasswordInput, changePassword } from '#contract/account/session.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { useSession } from '#web/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useCheckOnLeave } from '../use-check-on-leave.ts'

interface ChangePasswordDialogProps {
  open: boolean
  /** The user name, which password managers store with the password. */
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
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  const owner = { name: useSession()?.user.name ?? '', email }
  const checks = useCheckOnLeave(form, owner)
  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: 'Erro ao trocar a senha. Tente novamente.',
    send: async (body) => {
      const { message } = await api(changePassword, { body })
      showToast('success', message ?? 'Senha alterada com sucesso.')
      onClose()
    },
  })

  return (
    <DialogForm onSubmit={submit} {...checks} onClose={onClose} busy={isSubmitting} confirmLabel="Salvar">
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
        control={control}
        errors={errors}
        owner={owner}
        hint="Pelo menos 8 caracteres. Os outros aparelhos precisarão entrar de novo."
      />
    </DialogForm>
  )
}
