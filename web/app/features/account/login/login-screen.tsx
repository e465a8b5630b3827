import { Alert, Anchor } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { roleHome } from '#contract/roles.ts'
import { FORGOT_PASSWORD_PATH, SIGN_UP_PATH } from '../../../paths.ts'
import { useReturnPath } from '../../../return-path.ts'
import { useSession } from '../../../session.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { readArrival, withEmail, withoutToast } from './arrival.ts'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { CodeStep } from './code-step.tsx'
import { LoginForm } from './login-form.tsx'
import { SessionLengthNote } from './session-length-note.tsx'
import { WaitingRace } from './waiting-race.tsx'

export const meta = pageTitle('Entrar')

export default function Login() {
  const { state, search } = useLocation()
  // The server knows no navigation state.
  const { registeredEmail, email = registeredEmail } = readArrival(useHydrated() ? state : null)
  const [typed, setTyped] = useState<string | null>(null)
  const [challenge, setChallenge] = useState<string | null>(null)
  /** Somebody signs in here, so that the form stays until the next page is there. */
  const [stays, setStays] = useState(false)
  useArrivalToast()
  useLeaveSignedIn()

  if (challenge)
    return (
      <div className={classes.guest} data-stays>
        <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />
      </div>
    )
  return (
    <div className={classes.guest} data-stays={stays || undefined}>
      <AuthPage
        title="Entrar"
        description="Acesse sua conta para se inscrever e acompanhar as suas corridas."
      >
        <WaitingRace>{(title) => <>Entre para continuar a sua inscrição em {title}.</>}</WaitingRace>
        {registeredEmail && (
          <Alert color="green" icon={<IconMailCheck aria-hidden />} className={classes.notice}>
            <p>
              Enviamos um link de confirmação para <strong>{registeredEmail}</strong>. Abra-o para liberar o
              seu acesso e depois entre aqui.
            </p>
          </Alert>
        )}
        <SessionLengthNote />
        <LoginForm
          key={email}
          email={email}
          onEmail={setTyped}
          onSubmit={() => setStays(true)}
          onChallenge={setChallenge}
        />
        <div className={classes.links}>
          <span>
            Ainda não tem conta?{' '}
            <Anchor component={Link} to={SIGN_UP_PATH + search} state={state} fw={600}>
              Cadastre-se
            </Anchor>
          </span>
          <Anchor component={Link} to={FORGOT_PASSWORD_PATH} state={withEmail(state, typed ?? email ?? '')}>
            Esqueceu sua senha?
          </Anchor>
        </div>
      </AuthPage>
    </div>
  )
}

/** Goes on once somebody is signed in. Until the next page is loaded this one stays, so that nothing flashes. */
function useLeaveSignedIn(): void {
  const session = useSession()
  const returnPath = useReturnPath()
  const navigate = useNavigate()
  const left = useRef(false)
  useEffect(() => {
    if (!session || left.current) return
    left.current = true
    navigate(returnPath?.to ?? roleHome(session.roles), { replace: true, state: returnPath?.state })
  }, [session, returnPath, navigate])
}

/** Says once that the account was made, to whoever comes from making it. */
function useArrivalToast(): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const said = useRef(false)
  useEffect(() => {
    if (said.current || !readArrival(state).showToast) return
    said.current = true
    showToast('success', 'Cadastro realizado com sucesso!')
    navigate(pathname + search, { replace: true, state: withoutToast(state) })
  }, [state, pathname, search, navigate])
}
