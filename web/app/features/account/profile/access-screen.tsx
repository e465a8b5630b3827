import { Button } from '@mantine/core'
import { IconKey, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../../session.ts'
import detail from '../../../ui/detail.module.css'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { ActivityList } from '../security/activity-list.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { EmailChangedDialog } from './email-changed-dialog.tsx'
import { PendingEmail } from './pending-email.tsx'
import { profileQuery } from './queries.ts'
import { SessionList } from './session-list.tsx'

/** How somebody gets into the own account, whatever the role: e-mail, password, second factor, open sessions, log-ins. */
export function AccessScreen({ session }: { session: Session }) {
  const [dialog, setDialog] = useState<'email' | 'password' | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = useQuery(profileQuery(session.user.id))
  const email = data?.email ?? session.user.email
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader title="Minha conta" description={email}>
        <Button
          variant="default"
          leftSection={<IconMail size={20} aria-hidden />}
          onClick={() => setDialog('email')}
        >
          Trocar e-mail
        </Button>
        <Button
          variant="default"
          leftSection={<IconKey size={20} aria-hidden />}
          onClick={() => setDialog('password')}
        >
          Trocar Senha
        </Button>
      </PageHeader>
      <PendingEmail email={email} pending={data?.pending_email ?? null} />
      <div className={detail.sections}>
        <SecondFactorPanel />
        <SessionList />
        <ActivityList />
      </div>
      <ChangeEmailDialog open={dialog === 'email'} onClose={close} onAsked={setAsked} />
      <ChangePasswordDialog open={dialog === 'password'} email={email} onClose={close} />
      <EmailChangedDialog email={email} pendingEmail={asked} />
    </>
  )
}
