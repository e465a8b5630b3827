import { IconKey, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#contract/account/account.ts'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { AddressFacts } from '#web/ui/address-facts.tsx'
import detail from '#web/ui/detail.module.css'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { ActivityList } from '../access/activity-list.tsx'
import { EmailChangedDialog, PendingEmail } from '../access/change-email.tsx'
import { ChangePasswordDialog } from '../access/change-password-dialog.tsx'
import { OwnSessions } from '../access/session-list.tsx'
import { PasskeysPanel } from '../passkeys/passkeys-panel.tsx'
import { profileQuery } from '../queries.ts'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { SessionAvatar } from '../session-avatar.tsx'
import { ConsentPanel, MyDataPanel } from './privacy-panels.tsx'
import classes from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

export const meta = pageTitle('Meu Perfil')

export default function ProfileScreen() {
  const session = useSession()
  return session && <OwnProfile session={session} />
}

function OwnProfile({ session }: { session: Session }) {
  const [editing, setEditing] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const profile = useQuery(profileQuery(session.user.id))
  const failure = recordFailure(profile)

  if (failure) {
    return <ErrorState {...failure} />
  }
  if (!profile.data) return <ProfileSkeleton />
  return (
    <>
      {editing ? (
        <ProfileForm
          profile={profile.data}
          onDone={({ pending_email, email_changed }) => {
            setEditing(false)
            if (email_changed) setAsked(pending_email)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <ProfileView session={session} profile={profile.data} onEdit={() => setEditing(true)} />
      )}
      <EmailChangedDialog email={profile.data.email} pendingEmail={asked} />
    </>
  )
}

interface ProfileViewProps {
  session: Session
  profile: Profile
  onEdit: () => void
}

function ProfileView({ session, profile, onEdit }: ProfileViewProps) {
  const [changingPassword, setChangingPassword] = useState(false)
  return (
    <>
      <div className={classes.head}>
        <SessionAvatar session={session} size={88} />
        <PageHeader title={`Perfil de ${profile.name}`} description={profile.email}>
          <TextButton icon={IconPencil} onClick={onEdit}>
            Editar
          </TextButton>
          <TextButton variant="default" icon={IconKey} onClick={() => setChangingPassword(true)}>
            Trocar Senha
          </TextButton>
        </PageHeader>
      </div>
      <PendingEmail email={profile.email} pending={profile.pending_email} />
      <div className={detail.sections}>
        <FormSection title="Dados pessoais">
          <Facts
            facts={[
              ['Nome', profile.name, 'wide'],
              ['Email', profile.email, 'wide'],
              ['CPF', profile.cpf && formatCpf(profile.cpf)],
              ['RG', profile.rg],
              ['Data de nascimento', profile.birth_date],
              ['Sexo', profile.sex === null ? null : SEXES[profile.sex]],
              ['Telefone', profile.phone && formatPhone(profile.phone)],
            ]}
          />
        </FormSection>
        <FormSection title="Em caso de emergência">
          <Facts
            facts={[
              ['Contato', profile.emergency_contact ?? 'Não informado'],
              ['Telefone', profile.emergency_contact_phone && formatPhone(profile.emergency_contact_phone)],
            ]}
          />
        </FormSection>
        <FormSection title="Endereço">
          <AddressFacts address={profile.address} />
        </FormSection>
        <SecondFactorPanel />
        <PasskeysPanel />
        <OwnSessions />
        <ActivityList />
        <ConsentPanel birthDate={profile.birth_date} />
        <MyDataPanel />
      </div>
      <ChangePasswordDialog
        open={changingPassword}
        email={profile.email}
        onClose={() => setChangingPassword(false)}
      />
    </>
  )
}
