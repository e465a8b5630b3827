import { Button } from '@mantine/core'
import { IconKey, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { Profile } from '#contract/account.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import type { Session } from '../../../session.ts'
import { AddressFacts } from '../../../ui/address-facts.tsx'
import detail from '../../../ui/detail.module.css'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ConsentPanel } from '../privacy/consent-panel.tsx'
import { MyDataPanel } from '../privacy/my-data-panel.tsx'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { ActivityList } from '../security/activity-list.tsx'
import { SessionAvatar } from '../session-avatar.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { PendingEmail } from './pending-email.tsx'
import classes from './profile.module.css'
import { SessionList } from './session-list.tsx'

const SEXES: Readonly<Record<number, string>> = { 0: 'Masculino', 1: 'Feminino' }

interface ProfileViewProps {
  session: Session
  profile: Profile
  onEdit: () => void
}

export function ProfileView({ session, profile, onEdit }: ProfileViewProps) {
  const [changingPassword, setChangingPassword] = useState(false)
  return (
    <>
      <div className={classes.head}>
        <SessionAvatar session={session} size={88} />
        <PageHeader title={`Perfil de ${profile.name}`} description={profile.email}>
          <Button leftSection={<IconPencil size={20} aria-hidden />} onClick={onEdit}>
            Editar
          </Button>
          <Button
            variant="default"
            leftSection={<IconKey size={20} aria-hidden />}
            onClick={() => setChangingPassword(true)}
          >
            Trocar Senha
          </Button>
        </PageHeader>
      </div>
      <PendingEmail email={profile.email} pending={profile.pending_email} />
      <div className={detail.sections}>
        <FormSection title="Dados pessoais">
          <div className={detail.wideFacts}>
            <Facts
              facts={[
                ['Nome', profile.name],
                ['Email', profile.email],
                ['CPF', profile.cpf && formatCpf(profile.cpf)],
                ['RG', profile.rg],
                ['Data de nascimento', profile.birth_date],
                ['Sexo', profile.sex === null ? null : SEXES[profile.sex]],
                ['Telefone', profile.phone && formatPhone(profile.phone)],
              ]}
            />
          </div>
        </FormSection>
        <FormSection title="Em caso de emergência">
          <Facts
            facts={[
              ['Contato de emergência', profile.emergency_contact ?? 'Não informado'],
              [
                'Telefone de emergência',
                profile.emergency_contact_phone && formatPhone(profile.emergency_contact_phone),
              ],
            ]}
          />
        </FormSection>
        <FormSection title="Endereço">
          <AddressFacts address={profile.address} />
        </FormSection>
        <SecondFactorPanel />
        <SessionList />
        <ActivityList />
        <ConsentPanel />
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
