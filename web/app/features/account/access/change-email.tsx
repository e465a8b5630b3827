import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ChangeEmailInput, changeEmail } from '#contract/account/session.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { signOutToLogin } from '#web/session/sign-out.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'

interface ChangeEmailDialogProps {
  open: boolean
  onClose: () => void
  onAsked: (email: string) => void
}

/** Changes the e-mail of accounts without a runner's profile. Runners change it in the profile form. */
export function ChangeEmailDialog({ open, ...rest }: ChangeEmailDialogProps) {
  return (
    <Dialog opened={open} onClose={rest.onClose} title="Trocar e-mail">
      <ChangeEmailForm {...rest} />
    </Dialog>
  )
}

const FIELDS = ['email', 'password'] as const

function ChangeEmailForm({ onClose, onAsked }: Omit<ChangeEmailDialogProps, 'open'>) {
  const form = useForm<z.input<typeof ChangeEmailInput>, unknown, z.output<typeof ChangeEmailInput>>({
    resolver: zodResolver(ChangeEmailInput),
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: 'Erro ao trocar o e-mail. Tente novamente.',
    send: async (body) => {
      const { message, data } = await api(changeEmail, { body })
      onClose()
      // A dialog says what comes next.
      if (data.pending_email) onAsked(data.pending_email)
      else showToast('success', message ?? 'Este já é o e-mail da sua conta.')
    },
  })

  return (
    <DialogForm onSubmit={submit} onClose={onClose} busy={isSubmitting} confirmLabel="Enviar link">
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
    </DialogForm>
  )
}

interface EmailChangedDialogProps {
  /** The account's current address, valid until the new one is verified. */
  email: string
  pendingEmail: string | null
}

/** Shown after a change of e-mail. It cannot be closed; the only button signs out. */
export function EmailChangedDialog({ email, pendingEmail }: EmailChangedDialogProps) {
  return (
    <Dialog
      opened={pendingEmail !== null}
      onClose={() => undefined}
      title="E-mail Alterado"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>
        Enviamos um link de verificação para <strong>{pendingEmail}</strong>: confirme-o e faça login
        novamente com o novo e-mail.
      </p>
      <p>
        Até lá, <strong>{email}</strong> continua valendo. Avisamos nele também, com um link que desfaz a
        troca.
      </p>
      <DialogButtons>
        <Button onClick={signOutToLogin} data-autofocus>
          Confirmar e Sair
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

export function PendingEmail({ email, pending }: { email: string; pending: string | null }) {
  if (!pending) return null
  return (
    <Alert color="blue" icon={<IconMailForward aria-hidden />} mb="lg">
      Para trocar o e-mail, abra o link que enviamos para <strong>{pending}</strong>. Até lá,{' '}
      <strong>{email}</strong> continua valendo. Não foi você? Troque a sua senha: o link deixa de valer.
    </Alert>
  )
}
