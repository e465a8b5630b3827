import { Skeleton } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
import { readResetLink } from '#contract/account/session.ts'
import { ERRORS } from '#contract/errors.ts'
import { FORGOT_PASSWORD_PATH, LOGIN_PATH } from '#web/paths.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { AuthPage } from './auth-page.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { withEmail } from './login-state.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useMailedLink } from './use-mailed-link.ts'

export const meta = pageTitle('Redefinir senha')

export default function ResetPassword() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const token = search.get('token')
  const [link, setLink] = useMailedLink(readResetLink, token)

  if (!token || link === 'dead')
    return (
      <LinkOutcome
        title="Redefinir senha"
        words={ERRORS.token_invalid[1]}
        next={{ to: FORGOT_PASSWORD_PATH, label: 'Solicitar um novo link' }}
      />
    )
  return (
    <AuthPage title="Redefinir senha" description="Escolha uma nova senha para entrar na sua conta.">
      {link === 'asked' ? (
        <div aria-busy>
          <Skeleton height={72} mb="lg" />
          <Skeleton height={72} mb="lg" />
          <Skeleton height={52} />
        </div>
      ) : (
        <ResetPasswordForm
          token={token}
          email={link.email}
          onDone={() => navigate(LOGIN_PATH, { replace: true, state: withEmail(null, link.email ?? '') })}
          onDeadLink={() => setLink('dead')}
        />
      )}
    </AuthPage>
  )
}
