import { Button, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { acceptInvitation, Invitation, readInvitation } from '#contract/account/invitation.ts'
import { ERRORS } from '#contract/errors.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { roleHome } from '#contract/roles.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { SessionMissing } from '#web/layouts/session-missing.tsx'
import { HOME_PATH } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { switchRole } from '#web/session/switch-role.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from '../login/auth.module.css'
import { AuthPage } from '../login/auth-page.tsx'
import { LinkOutcome } from '../login/link-outcome.tsx'

export const meta = pageTitle('Convite')

const FAILED = 'Erro ao carregar o convite. Tente novamente.'

/** The target of an invitation's link when the address has an account already: its owner decides. */
export default function InvitationScreen() {
  const [search] = useSearchParams()
  const session = useSession()
  const token = search.get('token')
  if (!useHydrated()) return <Waiting />
  if (!token) return <Refused words={ERRORS.token_invalid[1]} />
  if (!session) return <SessionMissing />
  return <Decision key={`${token} ${session.user.id}`} token={token} email={session.user.email} />
}

function Decision({ token, email }: { token: string; email: string }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()

  useEffect(() => {
    const calling = new AbortController()
    api<typeof readInvitation>(
      { method: 'POST', path: '/me/invitations/read' },
      { body: { token }, signal: calling.signal },
    ).then(
      ({ data }) => setInvitation(data),
      (failure) => {
        if (failure instanceof ApiFailure && failure.status !== 401)
          setRefused(failureMessage(failure, FAILED))
      },
    )
    return () => calling.abort()
  }, [token])

  const accept = async () => {
    setBusy(true)
    try {
      const { data, message = '' } = await api<typeof acceptInvitation>(
        { method: 'POST', path: '/me/invitations/accept' },
        { body: { token } },
      )
      showToast('success', message)
      await switchRole(data.role)
      navigate(roleHome([data.role]), { replace: true })
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Erro ao aceitar o convite. Tente novamente.'))
      setBusy(false)
    }
  }

  if (refused) return <Refused words={refused} />
  if (!invitation) return <Waiting />
  const { role, word } = wordsOf(invitation)
  const company = invitation.company ?? 'A Largada'
  return (
    <AuthPage
      title={`Convite para ${role}`}
      description={
        <>
          {company} convidou a sua conta <strong>{email}</strong>.
        </>
      }
    >
      <h2 className={classes.changes}>O que muda</h2>
      <ul className={classes.points}>
        <li>
          Você usa a Largada também como {word}, com o mesmo e-mail e a mesma senha, e troca de perfil no
          menu.
        </li>
        <li>
          {company} passa a ver o e-mail da sua conta. As suas inscrições, os seus pagamentos e o seu perfil
          de corredor continuam só seus.
        </li>
        <li>Nos outros aparelhos será preciso entrar de novo.</li>
        {invitation.role !== 'Organizador' && <li>A verificação em duas etapas passa a ser exigida.</li>}
      </ul>
      <div className={classes.ways}>
        <Button onClick={accept} loading={busy}>
          Aceitar o convite
        </Button>
        <LinkButton to={HOME_PATH} variant="default">
          Agora não
        </LinkButton>
      </div>
    </AuthPage>
  )
}

function wordsOf({ role, type }: Invitation): { role: string; word: string } {
  if (role === 'Admin') return { role: 'a administração da Largada', word: 'Admin' }
  if (role === 'Empresa') return { role: 'a equipe da empresa', word: 'Empresa' }
  return type === ORGANIZER_TYPE.producer
    ? { role: 'trabalhar como realizador', word: 'Realizador' }
    : { role: 'ser organizador', word: 'Organizador' }
}

const Refused = ({ words }: { words: string }) => (
  <LinkOutcome title="Convite" words={words} next={{ to: HOME_PATH, label: 'Ir para o início' }} />
)

const Waiting = () => (
  <AuthPage title="Convite">
    <div aria-busy>
      <Skeleton height={24} mb="md" />
      <Skeleton height={120} mb="md" />
      <Skeleton height={44} maw={240} />
    </div>
  </AuthPage>
)
