import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { LoginInput } from '#contract/account.ts'
import { ApiFailure } from '../../../api.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import classes from '../auth-form.module.css'
import { type Credentials, logIn, loginProblem } from './log-in.ts'
import { LoginAlert } from './login-alert.tsx'

interface LoginFormProps {
  /** Of whoever just registered. */
  email: string | undefined
  /** The password was right; a code is due as well. */
  onChallenge: (challenge: string) => void
}

const FIELDS = ['email', 'password'] as const

/** Its inputs keep what was typed, or filled in by the browser, before the page woke up: they have no values of their own. */
export function LoginForm({ email, onChallenge }: LoginFormProps) {
  const form = useForm<Credentials>({
    resolver: zodResolver(LoginInput),
    reValidateMode: 'onSubmit',
    ...(email && { defaultValues: { email } }),
  })
  const { register, handleSubmit, clearErrors, getValues, formState } = form
  const { errors, isSubmitting } = formState
  const [failure, setFailure] = useServerErrors(form, FIELDS, 'password')

  const submit = handleSubmit(
    async (credentials) => {
      setFailure(null)
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
    <form onSubmit={submit} noValidate className={classes.form} aria-busy={isSubmitting}>
      {failure && (
        <LoginAlert
          message={loginProblem(failure)}
          unverified={failure.status === 403}
          email={() => getValues('email')}
        />
      )}
      <fieldset disabled={isSubmitting} className={classes.fields}>
        <TextInput
          {...register('email')}
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
        <SubmitButton busy={isSubmitting} fullWidth size="lg">
          Entrar
        </SubmitButton>
      </fieldset>
    </form>
  )
}
