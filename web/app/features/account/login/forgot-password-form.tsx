import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { type FieldErrors, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { requestPasswordReset } from '#contract/session.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { getDeviceToken } from '../../../device-token.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import classes from './auth.module.css'

type Request = z.input<typeof requestPasswordReset.body>

interface ForgotPasswordFormProps {
  /** To begin with. */
  email: string | undefined
  onSent: (email: string) => void
}

const FIELDS = ['email'] as const

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const form = useForm<Request>({
    resolver: zodResolver(requestPasswordReset.body),
    ...(email && { defaultValues: { email } }),
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const [, setFailure] = useServerErrors(form, FIELDS, 'email')

  const submit = handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { message } = await api(requestPasswordReset, {
        body: { ...body, device_token: getDeviceToken() },
      })
      showToast('success', message ?? 'E-mail enviado.')
      onSent(body.email)
    } catch (reason) {
      showToast('error', recoveryProblem(reason))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  }, sayWhatIsMissing)

  return (
    <form method="post" onSubmit={submit} noValidate className={classes.form} aria-busy={isSubmitting}>
      <fieldset disabled={isSubmitting} className={classes.fields}>
        <legend className="sr-only">A sua conta</legend>
        <TextInput
          {...register('email')}
          type="email"
          label="Email"
          autoComplete="username"
          error={errors.email?.message}
        />
        <SubmitButton busy={isSubmitting} fullWidth size="lg">
          Enviar
        </SubmitButton>
      </fieldset>
    </form>
  )
}

const MISSING = 'O campo e-mail é obrigatório.'

function sayWhatIsMissing({ email }: FieldErrors<Request>): void {
  showToast('error', email?.message === MISSING ? 'Por favor, insira seu e-mail.' : (email?.message ?? ''))
}

/** The message for a failure, by the specification's order of precedence (§8). */
function recoveryProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Ocorreu um erro ao processar sua solicitação.'
  return failure.errorOf('email') ?? failureMessage(failure, 'Ocorreu um erro desconhecido.')
}
