import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Anchor } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { deleteAccount } from '#contract/account/account.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { useServerErrors } from '#web/api/use-server-errors.ts'
import { MY_EVENTS_PATH } from '#web/paths.ts'
import { forgetPerson } from '#web/session/sign-out.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'

interface DeleteAccountDialogProps {
  open: boolean
  onClose: () => void
}

export function DeleteAccountDialog({ open, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={open} onClose={onClose} title="Excluir minha conta">
      <DeleteAccountForm onClose={onClose} />
    </Dialog>
  )
}

const FIELDS = ['password'] as const

function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const form = useForm<z.input<typeof deleteAccount.body>>({ resolver: zodResolver(deleteAccount.body) })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const [failure, setFailure] = useServerErrors(form, FIELDS, 'password')

  const submit = handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { message } = await api(deleteAccount, { body })
      showToast('success', message ?? 'Sua conta foi excluída.')
      forgetPerson('/')
    } catch (reason) {
      if (!(reason instanceof ApiFailure)) throw reason
      setFailure(reason)
      if (!reason.errorOf('password')) showToast('error', failureMessage(reason, 'Erro ao excluir a conta.'))
    }
  })

  return (
    <DialogForm
      onSubmit={submit}
      onClose={onClose}
      busy={isSubmitting}
      confirmLabel="Excluir definitivamente"
      danger
    >
      <p>
        Seus dados pessoais serão apagados e você não poderá mais entrar.{' '}
        <strong>Não há como desfazer.</strong> Para confirmar, digite a sua senha.
      </p>
      {failure && !failure.errorOf('password') && (
        <Alert color="red">
          {failureMessage(failure, 'Erro ao excluir a conta.')}{' '}
          {failure.status === 409 && (
            <Anchor component={Link} to={MY_EVENTS_PATH} inherit underline="always">
              Ver minhas inscrições
            </Anchor>
          )}
        </Alert>
      )}
      <PasswordField
        {...register('password')}
        label="Senha"
        autoComplete="current-password"
        error={errors.password?.message}
        data-autofocus
      />
    </DialogForm>
  )
}
