import { Anchor } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { FORGOT_PASSWORD_PATH, LOGIN_LINK_PATH, SIGN_UP_PATH } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { CodeStep } from './code-step.tsx'
import { LoginForm } from './login-form.tsx'
import { readLoginState, withEmail, withoutToast } from './login-state.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ResendButton } from './resend-button.tsx'
import { SessionLengthNote } from './session-length-note.tsx'
import { useLeaveSignedIn } from './use-leave-signed-in.ts'
import { WaitingRace } from './waiting-race.tsx'

export const meta = pageTitle('Entrar')

export default function Login() {
  const location = useLocation()
  // Neither is known while the server renders the page.
  const { state, search } = useHydrated() ? location : { state: null, search: '' }
  const { registeredEmail, email = registeredEmail } = readLoginState(state)
  const [typed, setTyped] = useState<string | null>(null)
  const [challenge, setChallenge] = useState<string | null>(null)
  /** Whether a log-in was submitted here, so that the form stays visible until the next page has loaded. */
  const [stays, setStays] = useState(false)
  useRegistrationToast()
  useLeaveSignedIn()

  if (challenge)
    return (
      <div className={classes.guest} data-stays>
        <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />
      </div>
    )
  const signUp = (
    <span>
      Ainda não tem conta?{' '}
      <Anchor component={Link} to={SIGN_UP_PATH + search} state={state} fw={600}>
        Cadastre-se
      </Anchor>
    </span>
  )
  // After a log-in was submitted, the error for an unverified address says the same.
  const unverified = stays ? undefined : registeredEmail
  return (
    <div className={classes.guest} data-stays={stays || undefined}>
      <AuthPage
        title={unverified ? 'Confira seu e-mail' : 'Entrar'}
        description={
          unverified ? (
            <>
              Enviamos um link de confirmação para <strong>{unverified}</strong>. Abra-o neste navegador e
              você já entra na sua conta. Não chegou? Olhe também a caixa de spam.
            </>
          ) : (
            signUp
          )
        }
      >
        <WaitingRace>
          {(aim) => (unverified ? <>O link também serve para {aim}.</> : <>Entre para {aim}.</>)}
        </WaitingRace>
        {unverified && (
          <>
            <div className={classes.ways}>
              <ResendButton email={() => unverified}>Enviar de novo</ResendButton>
            </div>
            <h2 className={classes.changes}>Já confirmou? Entre</h2>
          </>
        )}
        <SessionLengthNote />
        <LoginForm
          key={email}
          email={email}
          onEmail={setTyped}
          onSubmit={() => setStays(true)}
          onChallenge={setChallenge}
        />
        <PasskeyButton onStart={() => setStays(true)} />
        <LinkButton
          to={LOGIN_LINK_PATH + search}
          state={withEmail(state, typed ?? email ?? '')}
          variant="default"
          icon={IconMailForward}
          fullWidth
          mt="sm"
        >
          Entrar com link por e-mail
        </LinkButton>
        <div className={classes.links}>
          {unverified && signUp}
          <Anchor
            component={Link}
            to={FORGOT_PASSWORD_PATH + search}
            state={withEmail(state, typed ?? email ?? '')}
          >
            Esqueceu sua senha?
          </Anchor>
        </div>
      </AuthPage>
    </div>
  )
}

function useRegistrationToast(): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const said = useRef(false)
  useEffect(() => {
    if (said.current || !readLoginState(state).showToast) return
    said.current = true
    showToast('success', 'Cadastro realizado com sucesso!')
    navigate(pathname + search, { replace: true, state: withoutToast(state) })
  }, [state, pathname, search, navigate])
}
