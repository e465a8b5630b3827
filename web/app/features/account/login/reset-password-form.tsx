import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ResetPasswordInput, resetPassword } from '#contract/session.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { saveDeviceToken } from '../../../device-token.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useCheckOnLeave } from '../use-check-on-leave.ts'
import classes from './auth.module.css'

interface ResetPasswordFormProps {
  /** From the link in the e-mail. */
  token: string
  /** Of the account, for password managers; null when it is not known. */
  email?: string | null
  onDone: () => void
  /** The link has expired or was used. */
  onDeadLink: () => void
}

type NewPassword = z.input<typeof ResetPasswordInput>

const FIELDS = ['password', 'password_confirmation'] as const

export function ResetPasswordForm({ token, email, onDone, onDeadLink }: ResetPasswordFormProps) {
  const form = useForm<NewPassword>({ resolver: zodResolver(ResetPasswordInput) })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const [, setFailure] = useServerErrors(form, FIELDS, 'password')
  const checks = useCheckOnLeave(form)

  const submit = handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { message, data } = await api(resetPassword, { body })
      saveDeviceToken(data.device_token)
      showToast('success', message ?? 'Senha alterada com sucesso.')
      onDone()
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao trocar a senha. Tente novamente.'))
      if (!(reason instanceof ApiFailure)) return
      if (reason.status === 400) onDeadLink()
      else setFailure(reason)
    }
  })

  return (
    <form
      method="post"
      onSubmit={submit}
      {...checks}
      noValidate
      className={classes.form}
      aria-busy={isSubmitting}
    >
      <input type="hidden" {...register('token', { value: token })} />
      {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <fieldset disabled={isSubmitting} className={classes.fields}>
        <legend className="sr-only">Sua nova senha</legend>
        <NewPasswordFields register={register} errors={errors} hint="Pelo menos 8 caracteres" />
        <SubmitButton busy={isSubmitting} fullWidth size="lg">
          Salvar nova senha
        </SubmitButton>
      </fieldset>
    </form>
  )
}
