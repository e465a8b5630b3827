import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readResetLink } from '#contract/account/session.ts'
import { ERRORS } from '#contract/errors.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { FORGOT_PASSWORD_PATH, LOGIN_PATH } from '#web/paths.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { AuthPage } from './auth-page.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { withEmail } from './login-state.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'

export const meta = pageTitle('Redefinir senha')

export default function ResetPassword() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const token = search.get('token')
  const [link, setLink] = useLink(token)

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

/** `asked` while the link is being checked, `dead` when it is invalid; the e-mail is null when unknown. */
type Link = 'asked' | 'dead' | { email: string | null }

function useLink(token: string | null) {
  const [link, setLink] = useState<Link>('asked')
  useEffect(() => {
    if (!token) return
    const calling = new AbortController()
    api(readResetLink, { body: { token }, signal: calling.signal }).then(
      ({ data }) => setLink(data),
      (reason) => {
        if (calling.signal.aborted) return
        // Another failure does not prove that the link is invalid, and submitting the form checks it again.
        setLink(reason instanceof ApiFailure && reason.status === 400 ? 'dead' : { email: null })
      },
    )
    return () => calling.abort()
  }, [token])
  return [link, setLink] as const
}
