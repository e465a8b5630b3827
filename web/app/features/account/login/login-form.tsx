import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useForm } from 'react-hook-form'
import { LoginInput } from '#contract/account/session.ts'
import { ApiFailure } from '#web/api/api.ts'
import { useServerErrors } from '#web/api/use-server-errors.ts'
import { useSession } from '#web/session/session.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { dismissErrors, showToast } from '#web/ui/toast.ts'
import { useEarlySubmit } from '#web/ui/use-early-submit.ts'
import classes from './auth.module.css'
import { type Credentials, logIn, loginProblem } from './log-in.ts'
import { ResendButton } from './resend-button.tsx'

interface LoginFormProps {
  email: string | undefined
  onEmail?: (email: string) => void
  onSubmit?: () => void
  /** Called when the password was correct and a second factor is required. */
  onChallenge: (challenge: string) => void
}

const FIELDS = ['email', 'password'] as const

/** Inputs are uncontrolled, so that they keep values typed or filled in before hydration. */
export function LoginForm({ email, onEmail, onSubmit, onChallenge }: LoginFormProps) {
  const form = useForm<Credentials>({
    resolver: zodResolver(LoginInput),
    reValidateMode: 'onSubmit',
    ...(email && { defaultValues: { email } }),
  })
  const { register, handleSubmit, clearErrors, getValues, formState } = form
  const { errors, isSubmitting } = formState
  const early = useEarlySubmit()
  // After the log-in the form stays disabled until the next page has loaded.
  const isBusy = useSession() !== null || isSubmitting
  const [failure, setFailure] = useServerErrors(form, FIELDS, 'password')

  const submit = handleSubmit(
    async (credentials) => {
      setFailure(null)
      onSubmit?.()
      try {
        const due = await logIn(credentials)
        if (due) {
          dismissErrors()
          onChallenge(due.challenge)
        } else showToast('success', 'Login realizado com sucesso.')
      } catch (reason) {
        if (reason instanceof ApiFailure) {
          setFailure(reason)
          showToast('error', loginProblem(reason))
        } else showToast('error', 'Ocorreu um erro inesperado ao fazer login.')
      }
    },
    () => showToast('error', 'Por favor, corrija os erros de validação.'),
  )

  return (
    <form {...early} onSubmit={submit} noValidate className={classes.form} aria-busy={isBusy}>
      {failure && (
        <LoginAlert
          message={loginProblem(failure)}
          unverified={failure.status === 403}
          email={() => getValues('email')}
        />
      )}
      <fieldset disabled={isBusy} className={classes.fields}>
        <legend className="sr-only">Seus dados de acesso</legend>
        <TextInput
          {...register('email', { onChange: ({ target }) => onEmail?.(target.value) })}
          type="email"
          label="Email"
          autoComplete="username webauthn"
          error={errors.email?.message}
          onKeyDown={() => clearErrors('email')}
        />
        <PasswordField
          {...register('password')}
          label="Senha"
          autoComplete="current-password"
          error={errors.password?.message}
          onKeyDown={() => clearErrors('password')}
        />
        <SubmitButton early busy={isBusy} fullWidth size="lg">
          Entrar
        </SubmitButton>
      </fieldset>
    </form>
  )
}

interface LoginAlertProps {
  message: string
  unverified: boolean
  /** Returns the address in the form at the time of the call. */
  email: () => string
}

/** The reason of a failed log-in, with a button for a missing verification of the e-mail. */
const LoginAlert = ({ message, unverified, email }: LoginAlertProps) => (
  <Alert color="red" icon={<IconAlertCircle aria-hidden />} className={classes.alert}>
    <p>{message}</p>
    {unverified && <ResendButton email={email}>Reenviar e-mail de verificação</ResendButton>}
  </Alert>
)
