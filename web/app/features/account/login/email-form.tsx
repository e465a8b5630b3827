import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { type FieldErrors, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { requestPasswordReset } from '#contract/account/session.ts'
import { ApiFailure, failureMessage } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import classes from './auth.module.css'

type Request = z.input<typeof requestPasswordReset.body>

interface EmailFormProps {
  email: string | undefined
  /** Asks the server to send something to the address. Returns the text of a toast, if any. */
  send: (email: string) => Promise<string | null>
  sendLabel: string
  onEmail: (email: string) => void
  onSent: (email: string) => void
}

const FIELDS = ['email'] as const

/** Asks for the e-mail of an account, to which a link is sent. */
export function EmailForm({ email, send, sendLabel, onEmail, onSent }: EmailFormProps) {
  const form = useForm<Request>({
    resolver: zodResolver(requestPasswordReset.body),
    ...(email && { defaultValues: { email } }),
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const submit = useSubmit(form, {
    fields: FIELDS,
    otherwise: 'email',
    failure: recoveryProblem,
    send: async ({ email: typed }) => {
      const said = await send(typed)
      if (said) showToast('success', said)
      onSent(typed)
    },
    onInvalid: sayWhatIsMissing,
  })

  return (
    <form method="post" onSubmit={submit} noValidate className={classes.form} aria-busy={isSubmitting}>
      <fieldset disabled={isSubmitting} className={classes.fields}>
        <legend className="sr-only">A sua conta</legend>
        <TextInput
          {...register('email', { onChange: ({ target }) => onEmail(target.value) })}
          type="email"
          label="Email"
          autoComplete="username"
          error={errors.email?.message}
        />
        <SubmitButton busy={isSubmitting} fullWidth size="lg">
          {sendLabel}
        </SubmitButton>
      </fieldset>
    </form>
  )
}

const MISSING = 'O campo e-mail é obrigatório.'

function sayWhatIsMissing({ email }: FieldErrors<Request>): void {
  showToast('error', email?.message === MISSING ? 'Por favor, insira seu e-mail.' : (email?.message ?? ''))
}

/** The message for a failure, in the specification's order of precedence (§8). */
export function recoveryProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Ocorreu um erro ao processar sua solicitação.'
  return failure.errorOf('email') ?? failureMessage(failure, 'Ocorreu um erro desconhecido.')
}
