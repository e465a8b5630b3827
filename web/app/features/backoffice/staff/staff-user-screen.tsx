import { IconHistory, IconLock, IconLockOpen, IconMailForward, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import {
  blockStaffUser,
  removeStaffUser,
  resetStaffAccess,
  type StaffUser,
} from '#contract/backoffice/staff.ts'
import { api } from '../../../api.ts'
import { ENTERPRISE_PATH, pathTo, STAFF_PATH } from '../../../paths.ts'
import { useSession } from '../../../session.ts'
import { auditPathOf } from '../../../staff-paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { idOf } from '../../../use-id-param.ts'
import { momentWords } from '../../registration/moment.ts'
import { ActionButton } from '../action-button.tsx'
import { ResetSecondFactor } from '../operations/reset-second-factor.tsx'
import { STAFF_KEY, STAFF_LIST_KEY, staffUserQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { ViewAsButton } from '../view-as-button.tsx'
import { NewStaffUser } from './new-staff-user.tsx'
import { StaffStatus } from './staff-status.tsx'

export const meta = pageTitle('Usuário')

/** A user of Admin or Empresa: a form to invite one, and a record with what may be done. */
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
        badge={<StaffStatus user={user} />}
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

/** Nobody takes the own access away. */
function OthersActions({ user }: { user: StaffUser }) {
  const navigate = useNavigate()
  const params = { id: user.id }
  const blocked = user.blocked_at !== null
  const invited = !user.email_verified
  return (
    <>
      {!blocked && (
        <ActionButton
          icon={IconMailForward}
          label={invited ? 'Reenviar convite' : 'Redefinir acesso'}
          question={{
            title: invited ? 'Reenviar o convite?' : 'Redefinir o acesso?',
            words: `Um link para criar uma senha nova segue para ${user.email}. Até lá, nada muda.`,
            confirm: 'Enviar',
          }}
          action={() => api(resetStaffAccess, { params })}
          invalidates={STAFF_KEY}
          failure="Erro ao enviar o e-mail."
        />
      )}
      {!blocked && user.role === 'Empresa' && <ViewAsButton userId={user.id} name={user.name} />}
      {user.has_second_factor && <ResetSecondFactor account={user} invalidates={STAFF_KEY} />}
      <ActionButton
        key={blocked ? 'unblock' : 'block'}
        icon={blocked ? IconLockOpen : IconLock}
        label={blocked ? 'Desbloquear' : 'Bloquear'}
        danger={!blocked}
        asksReason={!blocked}
        question={{
          title: `${blocked ? 'Desbloquear' : 'Bloquear'} ${user.name}?`,
          words: blocked
            ? 'A pessoa pode entrar de novo, com a senha que tinha.'
            : 'A pessoa sai de todos os aparelhos agora e não entra mais, até alguém desbloquear a conta.',
          confirm: blocked ? 'Desbloquear' : 'Bloquear',
        }}
        action={(reason) =>
          api(blockStaffUser, { params, body: blocked ? { blocked: false } : { blocked: true, reason } })
        }
        invalidates={STAFF_KEY}
        failure="Erro ao mudar a situação do usuário."
      />
      <ActionButton
        icon={IconTrash}
        label="Remover"
        danger
        asksReason
        question={{
          title: `Remover ${user.name}?`,
          words:
            'A pessoa perde o acesso para sempre, e o e-mail fica livre. O que ela fez continua na auditoria com o nome dela. Isso não pode ser desfeito.',
          confirm: 'Remover',
        }}
        action={(reason) => api(removeStaffUser, { params, body: { reason } })}
        onDone={() => navigate(STAFF_PATH, { replace: true })}
        invalidates={STAFF_LIST_KEY}
        failure="Erro ao remover o usuário."
      />
    </>
  )
}
