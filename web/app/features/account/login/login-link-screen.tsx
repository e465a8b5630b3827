import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { readLoginLink, requestLoginLink } from '#contract/account/login-link.ts'
import { ERRORS } from '#contract/errors.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { LOGIN_LINK_PATH, LOGIN_PATH, ROLE_HOME_PATH } from '#web/paths.ts'
import { getDeviceToken } from '#web/session/device-token.ts'
import { useSession } from '#web/session/session.ts'
import { signOutHere } from '#web/session/sign-out.ts'
import { useWaiting } from '#web/session/use-return-path.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailForm, recoveryProblem } from './email-form.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { logInWithLink } from './log-in.ts'
import { readLoginState, withEmail } from './login-state.ts'
import { useLeaveSignedIn } from './use-leave-signed-in.ts'
import { isDead, useMailedLink } from './use-mailed-link.ts'
import { WaitingRace } from './waiting-race.tsx'

export const meta = pageTitle('Entrar com link por e-mail')

/** Asks for a link, or follows one, whose token is behind `#`. */
export default function LoginLink() {
  const { hash, search } = useLocation()
  const token = useHydrated() ? hash.slice(1) : ''
  return token ? <FollowLink key={token} token={token} search={search} /> : <AskForLink />
}

function AskForLink() {
  useLeaveSignedIn()
  const { state, search } = useLocation()
  // Navigation state is not available while the server renders the page.
  const { email } = readLoginState(useHydrated() ? state : null)
  const waiting = useWaiting()
  const [typed, setTyped] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const toLogin = LOGIN_PATH + search
  const send = async (to: string) => {
    const body = { email: to, device_token: getDeviceToken(), ...waiting }
    await api(requestLoginLink, { body })
    // The page says it.
    return null
  }
  const sendAgain = async (to: string) => {
    setBusy(true)
    try {
      await send(to)
      showToast('success', 'Enviamos de novo.')
    } catch (reason) {
      showToast('error', recoveryProblem(reason))
    }
    setBusy(false)
  }
  if (sentTo)
    return (
      <AuthPage
        title="Confira seu e-mail"
        description={
          <>
            Se houver uma conta com <strong>{sentTo}</strong>, o link chega em instantes. Ele vale por 15
            minutos e uma só vez. Não chegou? Olhe também a caixa de spam.
          </>
        }
      >
        <div className={classes.ways}>
          <Button variant="default" loading={busy} onClick={() => sendAgain(sentTo)}>
            Enviar de novo
          </Button>
          <Button variant="default" onClick={() => setSentTo(null)}>
            Usar outro e-mail
          </Button>
          <LinkButton to={toLogin} state={withEmail(state, sentTo)} variant="default">
            Entrar com a senha
          </LinkButton>
        </div>
      </AuthPage>
    )
  return (
    <AuthPage
      title="Entrar com link por e-mail"
      description="Enviamos um link ao e-mail da sua conta. Com ele você entra sem digitar a senha."
    >
      <EmailForm
        key={email}
        email={typed ?? email}
        send={send}
        sendLabel="Enviar link"
        onEmail={setTyped}
        onSent={setSentTo}
      />
      <div className={classes.links}>
        <Anchor component={Link} to={toLogin} state={withEmail(state, typed ?? email ?? '')}>
          <IconArrowLeft size={20} aria-hidden /> Voltar para o login
        </Anchor>
      </div>
    </AuthPage>
  )
}

const DEAD = ERRORS.token_invalid[1]
const FAILED = 'Erro ao entrar. Tente novamente.'

/** Logs in at a press, because mail programs open links, and because the link may be of another account. */
function FollowLink({ token, search }: { token: string; search: string }) {
  const navigate = useNavigate()
  const [link, setLink] = useMailedLink(readLoginLink, token)
  const [busy, setBusy] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [challenge, setChallenge] = useState<string | null>(null)
  const session = useSession()
  const email = typeof link === 'object' ? link.email : null
  // A session that was there before is perhaps another account's.
  useLeaveSignedIn(!pressed && session?.user.email !== email)
  const enter = async () => {
    setBusy(true)
    setPressed(true)
    try {
      const due = await logInWithLink(token)
      if (due) setChallenge(due.challenge)
      else showToast('success', 'Login realizado com sucesso.')
    } catch (reason) {
      if (isDead(reason)) setLink('dead')
      else showToast('error', failureMessage(reason, FAILED))
    }
    setBusy(false)
  }

  if (link === 'dead')
    return (
      <LinkOutcome
        title="Entrar com link por e-mail"
        words={DEAD}
        next={
          session
            ? { to: ROLE_HOME_PATH, label: 'Ir para a minha conta' }
            : { to: LOGIN_LINK_PATH + search, label: 'Solicitar um novo link' }
        }
      />
    )
  if (challenge)
    return <CodeStep challenge={challenge} onBack={() => navigate(LOGIN_PATH + search, { replace: true })} />
  if (session && !pressed && link !== 'asked' && session.user.email !== email)
    return <OtherAccount email={email} own={session.user.email} />
  return (
    <AuthPage
      title="Entrar"
      description={
        email && (
          <>
            Este link entra na conta de <strong>{email}</strong>.
          </>
        )
      }
    >
      <WaitingRace>{(aim) => <>Entre para {aim}.</>}</WaitingRace>
      <div className={classes.ways}>
        {link === 'asked' ? (
          <Skeleton height={52} aria-busy />
        ) : (
          // After the log-in it stays busy until the next page has loaded.
          <Button size="lg" fullWidth onClick={enter} loading={busy || session !== null}>
            Entrar
          </Button>
        )}
      </div>
    </AuthPage>
  )
}

const OtherAccount = ({ email, own }: { email: string | null; own: string }) => (
  <AuthPage
    title="Entrar"
    description={
      <>
        {email && (
          <>
            Este link entra na conta de <strong>{email}</strong>.{' '}
          </>
        )}
        Você está na conta de <strong>{own}</strong>: para entrar com o link, saia dela primeiro.
      </>
    }
  >
    <div className={classes.ways}>
      <Button onClick={signOutHere}>Sair desta conta</Button>
      <LinkButton to={ROLE_HOME_PATH} variant="default">
        Continuar nesta conta
      </LinkButton>
    </div>
  </AuthPage>
)
