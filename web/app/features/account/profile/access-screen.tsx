import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { Session } from '../../../session.ts'
import detail from '../../../ui/detail.module.css'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { ActivityList } from '../security/activity-list.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { SessionList } from './session-list.tsx'

/** How somebody gets into the own account, whatever the role: password, second factor, open sessions, log-ins. */
export function AccessScreen({ session }: { session: Session }) {
  const [changingPassword, setChangingPassword] = useState(false)
  return (
    <>
      <PageHeader title="Minha conta" description={session.user.email}>
        <Button
          variant="default"
          leftSection={<IconKey size={20} aria-hidden />}
          onClick={() => setChangingPassword(true)}
        >
          Trocar Senha
        </Button>
      </PageHeader>
      <div className={detail.sections}>
        <SecondFactorPanel />
        <SessionList />
        <ActivityList />
      </div>
      <ChangePasswordDialog
        open={changingPassword}
        email={session.user.email}
        onClose={() => setChangingPassword(false)}
      />
    </>
  )
}
