import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ChangeEmailInput, changeEmail } from '#contract/account.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import classes from '../dialog-form.module.css'

interface ChangeEmailDialogProps {
  open: boolean
  onClose: () => void
  /** Another address was asked for: this one. */
  onAsked: (email: string) => void
}

/** For whoever has no participant's profile, in which the e-mail would be one field of many. */
export function ChangeEmailDialog({ open, ...rest }: ChangeEmailDialogProps) {
  return (
    <Modal opened={open} onClose={rest.onClose} title="Trocar e-mail">
      <ChangeEmailForm {...rest} />
    </Modal>
  )
}

const FIELDS = ['email', 'password'] as const

function ChangeEmailForm({ onClose, onAsked }: Omit<ChangeEmailDialogProps, 'open'>) {
  const form = useForm<z.input<typeof ChangeEmailInput>, unknown, z.output<typeof ChangeEmailInput>>({
    resolver: zodResolver(ChangeEmailInput),
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const [, setFailure] = useServerErrors(form, FIELDS)

  const submit = handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { message, data } = await api(changeEmail, { body })
      showToast('success', message ?? 'Enviamos um link de verificação para o novo e-mail.')
      onClose()
      if (data.pending_email) onAsked(data.pending_email)
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao trocar o e-mail. Tente novamente.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <form onSubmit={submit} noValidate aria-busy={isSubmitting} className={classes.form}>
      <p>O novo e-mail passa a valer quando você abrir o link que enviaremos para ele.</p>
      <TextInput
        {...register('email')}
        type="email"
        label="Novo e-mail"
        autoComplete="email"
        error={errors.email?.message}
        data-autofocus
      />
      <PasswordField
        {...register('password')}
        label="Sua senha"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onClose} disabled={isSubmitting}>
          Cancelar
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Enviar link
        </Button>
      </Group>
    </form>
  )
}
