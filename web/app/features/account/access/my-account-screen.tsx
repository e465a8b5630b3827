import { IconKey, IconMail, IconRun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BECOME_RUNNER_PATH } from '#web/paths.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { useReturnPath } from '#web/session/use-return-path.ts'
import detail from '#web/ui/detail.module.css'
import { FormSection } from '#web/ui/form-section.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { PasskeysPanel } from '../passkeys/passkeys-panel.tsx'
import { ProfileSkeleton } from '../profile/profile-skeleton.tsx'
import { profileQuery, secondFactorQuery } from '../queries.ts'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { ActivityList } from './activity-list.tsx'
import { ChangeEmailDialog, EmailChangedDialog, PendingEmail } from './change-email.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { OwnSessions } from './session-list.tsx'

export const meta = pageTitle('Minha conta')

/** The user's account. While a required second factor is missing, only its enrolment is shown. */
export default function MyAccountScreen() {
  const session = useSession()
  return session && <MyAccount session={session} />
}

function MyAccount({ session }: { session: Session }) {
  const factor = useQuery(secondFactorQuery)
  const returnPath = useReturnPath()
  const navigate = useNavigate()
  const [enrolling, setEnrolling] = useState(false)
  const due = factor.data?.required && factor.data.enabled_at === null
  // Enrolment ends when the user has saved the recovery codes, which are shown after activation.
  if (due && !enrolling) setEnrolling(true)

  if (factor.isPending) return <ProfileSkeleton />
  if (!enrolling) return <AccessScreen session={session} />
  const onEnrolled = () => {
    setEnrolling(false)
    if (returnPath) navigate(returnPath.to, { replace: true, state: returnPath.state })
  }
  return (
    <>
      <PageHeader title="Minha conta" description="Falta um passo para você continuar." />
      <div className={detail.sections}>
        <SecondFactorPanel onEnrolled={onEnrolled} />
      </div>
    </>
  )
}

function RunToo() {
  return (
    <FormSection
      title="Correr também"
      description="Inscreva-se em corridas com esta mesma conta. Falta só o que uma inscrição pede: CPF, nascimento, contato de emergência e endereço."
    >
      <div>
        <LinkButton to={BECOME_RUNNER_PATH} variant="default" icon={IconRun}>
          Usar também como Corredor
        </LinkButton>
      </div>
    </FormSection>
  )
}

function AccessScreen({ session }: { session: Session }) {
  const [dialog, setDialog] = useState<'email' | 'password' | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = useQuery(profileQuery(session.user.id))
  const email = data?.email ?? session.user.email
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader title="Minha conta" description={email}>
        <TextButton variant="default" icon={IconMail} onClick={() => setDialog('email')}>
          Trocar e-mail
        </TextButton>
        <TextButton variant="default" icon={IconKey} onClick={() => setDialog('password')}>
          Trocar Senha
        </TextButton>
      </PageHeader>
      <PendingEmail email={email} pending={data?.pending_email ?? null} />
      <div className={detail.sections}>
        <SecondFactorPanel />
        <PasskeysPanel />
        <OwnSessions />
        <ActivityList />
        {!session.heldRoles.includes('Participante') && <RunToo />}
      </div>
      <ChangeEmailDialog open={dialog === 'email'} onClose={close} onAsked={setAsked} />
      <ChangePasswordDialog open={dialog === 'password'} email={email} onClose={close} />
      <EmailChangedDialog email={email} pendingEmail={asked} />
    </>
  )
}
