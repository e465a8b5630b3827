import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertCircle, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { LoginInput, type resendVerification } from '#contract/session.ts'
import { ApiFailure, api } from '../../../api.ts'
import { getDeviceToken } from '../../../device-token.ts'
import { useWaitingEvent } from '../../../return-path.ts'
import { useSession } from '../../../session.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useEarlySubmit } from '../../../ui/use-early-submit.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import classes from './auth.module.css'
import { type Credentials, logIn, loginProblem } from './log-in.ts'

interface LoginFormProps {
  /** To begin with. */
  email: string | undefined
  /** Called with what is typed. */
  onEmail?: (email: string) => void
  /** Called when the form is sent. */
  onSubmit?: () => void
  /** The password was right and a second factor is required. */
  onChallenge: (challenge: string) => void
}

const FIELDS = ['email', 'password'] as const

/** Uncontrolled inputs: they keep what was typed or filled in before hydration. */
export function LoginForm({ email, onEmail, onSubmit, onChallenge }: LoginFormProps) {
  const form = useForm<Credentials>({
    resolver: zodResolver(LoginInput),
    reValidateMode: 'onSubmit',
    ...(email && { defaultValues: { email } }),
  })
  const { register, handleSubmit, clearErrors, getValues, formState } = form
  const { errors, isSubmitting } = formState
  const early = useEarlySubmit()
  // Signed in, until the next page is there.
  const isBusy = useSession() !== null || isSubmitting
  const [failure, setFailure] = useServerErrors(form, FIELDS, 'password')

  const submit = handleSubmit(
    async (credentials) => {
      setFailure(null)
      onSubmit?.()
      try {
        const due = await logIn(credentials)
        if (due) onChallenge(due.challenge)
        else showToast('success', 'Login realizado com sucesso.')
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
          autoComplete="username"
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
  /** The account's e-mail is not verified yet. */
  unverified: boolean
  /** The address now in the form. */
  email: () => string
}

/** The reason of a failed log-in, with a button to resend the verification e-mail when only that is missing. */
function LoginAlert({ message, unverified, email }: LoginAlertProps) {
  const [busy, setBusy] = useState(false)
  const waitingEvent = useWaitingEvent()
  const resend = async () => {
    setBusy(true)
    try {
      await api<typeof resendVerification>(
        { method: 'POST', path: '/email/resend' },
        { body: { email: email(), device_token: getDeviceToken(), waiting_event: waitingEvent } },
      )
      showToast('success', 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.')
    } catch {
      showToast('error', 'Erro ao reenviar o e-mail.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} className={classes.alert}>
      <p>{message}</p>
      {unverified && (
        <Button
          variant="default"
          leftSection={<IconMailForward size={20} aria-hidden />}
          loading={busy}
          onClick={resend}
        >
          Reenviar e-mail de verificação
        </Button>
      )}
    </Alert>
  )
}
