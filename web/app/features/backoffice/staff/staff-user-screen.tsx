import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import {
  blockStaffUser,
  removeStaffUser,
  resetStaffAccess,
  type StaffUser,
} from '#contract/backoffice/staff.ts'
import { BlockButton, RemoveButton, ResetAccessButton } from '#web/actions/account-actions.tsx'
import { api } from '#web/api/api.ts'
import { RecordState } from '#web/lists/record-state.tsx'
import { auditPathOf } from '#web/navigation/staff-paths.ts'
import { idOf } from '#web/navigation/use-id-param.ts'
import { ENTERPRISE_PATH, pathTo, STAFF_PATH } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { ViewAsButton } from '#web/session/view-as-button.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import detail from '#web/ui/detail.module.css'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { AccountStatus } from '../account-status.tsx'
import { ResetSecondFactor } from '../operations/reset-second-factor.tsx'
import { STAFF_KEY, STAFF_LIST_KEY, staffUserQuery } from '../queries.ts'
import { NewStaffUser } from './new-staff-user.tsx'

export const meta = pageTitle('Usuário')

/** A user of Admin or Empresa: a form that invites one, and a record with its actions. */
export default function StaffUserScreen() {
  const { id } = useParams()
  return id === 'novo' ? <NewStaffUser /> : <ExistingUser key={id} id={idOf(id) ?? 0} />
}

function ExistingUser({ id }: { id: number }) {
  const query = useQuery(staffUserQuery(id))
  const { data: user } = query
  if (!user)
    return <RecordState title="Usuário" list={{ to: STAFF_PATH, label: 'Ver usuários' }} query={query} />
  return (
    <>
      <PageHeader
        title={user.name}
        tab={user.name}
        badge={<AccountStatus account={user} isInvited />}
        description={user.email}
      />
      <UserToolbar user={user} />
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="O que pode ver">
          <Facts
            facts={[
              ['Papel', user.role],
              ['Empresa', user.enterprise?.name],
              [
                'O que vê',
                user.role === 'Admin'
                  ? 'Toda a plataforma'
                  : 'Os eventos, as pessoas e o dinheiro da empresa',
              ],
            ]}
          />
          {user.enterprise && (
            <div>
              <LinkButton to={pathTo(ENTERPRISE_PATH, user.enterprise.id)} variant="default">
                Ver a empresa
              </LinkButton>
            </div>
          )}
        </FormSection>
        <FormSection title="Acesso">
          <Facts
            facts={[
              ['Conta criada em', momentWords(user.created_at)],
              ['Último acesso', user.last_seen_at ? momentWords(user.last_seen_at) : 'nunca entrou'],
              ['Verificação em duas etapas', user.has_second_factor ? 'ativa' : 'ainda não ativada'],
              ['Bloqueado desde', user.blocked_at && momentWords(user.blocked_at)],
              ['Motivo do bloqueio', user.blocked_reason],
            ]}
          />
        </FormSection>
      </div>
    </>
  )
}

function UserToolbar({ user }: { user: StaffUser }) {
  const isSelf = useSession()?.user.id === user.id
  return (
    <DetailToolbar back={{ to: STAFF_PATH }}>
      <LinkButton to={auditPathOf('user', user.id)} variant="default" icon={IconHistory}>
        Histórico
      </LinkButton>
      {!isSelf && <OthersActions user={user} />}
    </DetailToolbar>
  )
}

/** The actions on another user. Users cannot remove their own access. */
function OthersActions({ user }: { user: StaffUser }) {
  const params = { id: user.id }
  const blocked = user.blocked_at !== null
  const common = { name: user.name, kind: 'usuário' }
  return (
    <>
      {!blocked && (
        <ResetAccessButton
          email={user.email}
          invited={!user.email_verified}
          action={() => api(resetStaffAccess, { params })}
          invalidates={STAFF_KEY}
        />
      )}
      {!blocked && user.role === 'Empresa' && <ViewAsButton userId={user.id} name={user.name} />}
      {user.has_second_factor && <ResetSecondFactor account={user} invalidates={STAFF_KEY} />}
      <BlockButton
        {...common}
        blocked={blocked}
        blocks="A pessoa sai de todos os aparelhos agora e não entra mais, até alguém desbloquear a conta."
        unblocks="A pessoa pode entrar de novo, com a senha que tinha."
        action={(body) => api(blockStaffUser, { params, body })}
        invalidates={STAFF_KEY}
      />
      <RemoveButton
        {...common}
        words="A pessoa perde o acesso para sempre, e o e-mail fica livre. O que ela fez continua na auditoria com o nome dela. Isso não pode ser desfeito."
        asksReason
        action={(reason) => api(removeStaffUser, { params, body: { reason } })}
        invalidates={STAFF_LIST_KEY}
        list={STAFF_PATH}
      />
    </>
  )
}
