import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { FORGOT_PASSWORD_PATH, LOGIN_PATH } from '../../../paths.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { AuthPage } from './auth-page.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

export const meta = pageTitle('Redefinir senha')

/** Where the link of the recovery e-mail leads. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [dead, setDead] = useState(false)
  const token = search.get('token')

  if (!token || dead)
    return (
      <LinkOutcome
        title="Redefinir senha"
        words={ERRORS.token_invalid[1]}
        next={{ to: FORGOT_PASSWORD_PATH, label: 'Solicitar um novo link' }}
      />
    )
  return (
    <AuthPage title="Redefinir senha" description="Escolha uma nova senha para entrar na sua conta.">
      <ResetPasswordForm
        token={token}
        onDone={() => navigate(LOGIN_PATH, { replace: true })}
        onDeadLink={() => setDead(true)}
      />
    </AuthPage>
  )
}
