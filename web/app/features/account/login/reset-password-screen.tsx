import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { readResetLink } from '#contract/session.ts'
import { ApiFailure, api } from '../../../api.ts'
import { FORGOT_PASSWORD_PATH, LOGIN_PATH } from '../../../paths.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { withEmail } from './arrival.ts'
import { AuthPage } from './auth-page.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

export const meta = pageTitle('Redefinir senha')

/** Where the link of the recovery e-mail leads. */
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

/** Of a link in an e-mail: not known yet, no longer valid, or the account it is for, if that could be found out. */
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
        // Whatever else keeps it from being known, the form says so when it is sent.
        setLink(reason instanceof ApiFailure && reason.status === 400 ? 'dead' : { email: null })
      },
    )
    return () => calling.abort()
  }, [token])
  return [link, setLink] as const
}
