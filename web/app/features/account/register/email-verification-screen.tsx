import { Alert, Loader } from '@mantine/core'
import { IconCircleCheck, IconMailX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { EMAIL_VERIFIED, verificationMessage } from '#contract/account/email-verification.ts'
import { roleHome } from '#contract/roles.ts'
import { LOGIN_PATH } from '#web/paths.ts'
import { ASKED_ALERT, loginPathOf } from '#web/session/return-path.ts'
import { getSession } from '#web/session/session.ts'
import { useReturnPath, useWaiting } from '#web/session/use-return-path.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatePicture } from '#web/ui/state-picture.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from '../login/auth.module.css'
import { AuthPage } from '../login/auth-page.tsx'
import { logInVerified } from '../login/log-in.ts'
import { withEmail } from '../login/login-state.ts'
import { type MailedLink, refused } from '../login/use-mailed-link.ts'
import { WaitingRace } from '../login/waiting-race.tsx'

export const meta = pageTitle('Verificação de e-mail')

export default function EmailVerification() {
  const hydrated = useHydrated()
  const [search] = useSearchParams()
  const verified = search.get('status') === 'success'
  const message = verificationMessage(verified, search.get('message'))
  const waiting = useWaiting()
  const link = useLogin(verified)
  return (
    <AuthPage title="Verificação de e-mail">
      <div role="status" className={classes.notice}>
        {hydrated && link !== 'asked' ? (
          <>
            <StatePicture name={verified ? 'mail' : 'error'} />
            <Alert
              color={verified ? 'green' : 'red'}
              icon={verified ? <IconCircleCheck aria-hidden /> : <IconMailX aria-hidden />}
            >
              {message}
            </Alert>
            {!verified && (
              <p className={classes.help}>
                Para receber um novo link, entre com seu e-mail e senha e toque em Reenviar e-mail de
                verificação.
              </p>
            )}
          </>
        ) : (
          <p className={classes.waiting}>
            <Loader size={20} aria-hidden /> Verificando seu e-mail...
            {/* The cached page is the same for all messages, so without scripts the default message is shown.
             */}
            <noscript>{verificationMessage(verified, null)}</noscript>
          </p>
        )}
      </div>
      {/* What remains to be done is known once the link has been asked for. */}
      {!(hydrated && link === 'asked') && (
        <>
          {verified && <WaitingRace>{(aim) => <>Agora é só entrar para {aim}.</>}</WaitingRace>}
          <div className={classes.ways}>
            <LinkButton
              to={hydrated ? loginPathOf(waiting) : LOGIN_PATH}
              state={typeof link === 'object' && link.email ? withEmail(null, link.email) : null}
            >
              Ir para o login
            </LinkButton>
          </div>
        </>
      )}
    </AuthPage>
  )
}

/**
 * Logs in, if this browser created the account and nobody is signed in, and leaves the page. Otherwise returns
 * the link, whose e-mail the log-in begins with.
 */
function useLogin(verified: boolean): MailedLink {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const token = useRef(verified ? hash.slice(1) : '')
  const [link, setLink] = useState<MailedLink>(token.current ? 'asked' : { email: null })
  const asked = useRef(false)
  useEffect(() => {
    if (!token.current || asked.current) return
    asked.current = true
    // Removes the token from the address and the history.
    navigate(pathname + search, { replace: true, state })
    // An open session stays, even of another account.
    if (getSession()) return setLink({ email: null })
    logInVerified(token.current).then(
      (answer) => {
        if (!answer.loggedIn) return setLink({ email: answer.email })
        showToast('success', EMAIL_VERIFIED)
        const to = returnPath?.to ?? roleHome(getSession()?.roles ?? [])
        navigate(to, { replace: true, state: returnPath?.alertOf ? ASKED_ALERT : null })
      },
      (reason) => setLink(refused(reason)),
    )
  }, [navigate, pathname, search, state, returnPath])
  return link
}
