import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ResetPasswordInput, resetPassword } from '#contract/account/session.ts'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { saveDeviceToken } from '#web/session/device-token.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useCheckOnLeave } from '../use-check-on-leave.ts'
import classes from './auth.module.css'
import { isDead } from './use-mailed-link.ts'

interface ResetPasswordFormProps {
  token: string
  /** The account's e-mail, for password managers; null if unknown. */
  email?: string | null
  onDone: () => void
  /** Called when the link has expired or was used, which the page then says. */
  onDeadLink: () => void
}

type NewPassword = z.input<typeof ResetPasswordInput>

const FIELDS = ['password', 'password_confirmation'] as const

export function ResetPasswordForm({ token, email, onDone, onDeadLink }: ResetPasswordFormProps) {
  const form = useForm<NewPassword>({ resolver: zodResolver(ResetPasswordInput) })
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  const owner = { name: '', email: email ?? '' }
  const checks = useCheckOnLeave(form, owner)
  const submit = useSubmit(form, {
    fields: FIELDS,
    otherwise: 'password',
    failure: 'Erro ao trocar a senha. Tente novamente.',
    send: async (body) => {
      const answer = await api(resetPassword, { body }).catch((reason: unknown) => {
        if (isDead(reason)) return null
        throw reason
      })
      if (!answer) return onDeadLink()
      saveDeviceToken(answer.data.device_token)
      showToast('success', answer.message ?? 'Senha alterada com sucesso.')
      onDone()
    },
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
        <NewPasswordFields
          register={register}
          control={control}
          errors={errors}
          owner={owner}
          hint="Pelo menos 8 caracteres"
        />
        <SubmitButton busy={isSubmitting} fullWidth size="lg">
          Salvar nova senha
        </SubmitButton>
      </fieldset>
    </form>
  )
}
