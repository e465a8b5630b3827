import {
  IconCalendarEvent,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconMailForward,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import {
  deleteOrganizer,
  type OrganizerAccount,
  resetOrganizerAccess,
  suspendOrganizer,
} from '#contract/backoffice/organizers.ts'
import { countWords, plural } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { ALL_EVENTS_PATH, editPathTo, ORGANIZER_PATH, ORGANIZERS_PATH } from '../../../paths.ts'
import { auditPathOf } from '../../../staff-paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { OrganizationFacts } from '../../../ui/organization-facts.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { momentWords } from '../../registration/moment.ts'
import { ActionButton } from '../action-button.tsx'
import { ORGANIZERS_KEY, ORGANIZERS_LIST_KEY } from '../queries.ts'
import { ViewAsButton } from '../view-as-button.tsx'
import { OrganizerStatus } from './organizer-status.tsx'

export function OrganizerView({ organizer }: { organizer: OrganizerAccount }) {
  return (
    <>
      <PageHeader
        title={organizer.fantasy_name}
        tab={organizer.fantasy_name}
        badge={<OrganizerStatus organizer={organizer} />}
        description={organizer.email}
      />
      <DetailToolbar back={{ to: ORGANIZERS_PATH }}>
        <LinkButton to={editPathTo(ORGANIZER_PATH, organizer.id)} icon={IconPencil}>
          Editar
        </LinkButton>
        <ResetOrganizerAccess organizer={organizer} />
        {!organizer.suspended_at && <ViewAsButton userId={organizer.user_id} name={organizer.fantasy_name} />}
        <LinkButton to={auditPathOf('organizer', organizer.id)} variant="default" icon={IconHistory}>
          Histórico
        </LinkButton>
        <SuspendButton organizer={organizer} />
        {organizer.events === 0 && organizer.producers === 0 && <DeleteButton organizer={organizer} />}
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="Atividade">
          <Facts
            facts={[
              ['Situação', organizer.suspended_at && `Suspenso desde ${momentWords(organizer.suspended_at)}`],
              ['Motivo', organizer.suspended_reason],
              [
                'Eventos',
                `${countWords(organizer.events)}, ${plural(organizer.open_events, 'ativo', 'ativos')}`,
              ],
              ['Realizadores', countWords(organizer.producers)],
              ['Empresa', organizer.enterprise.name],
              ['Cadastrado em', momentWords(organizer.created_at)],
            ]}
          />
          {organizer.events > 0 && (
            <div>
              <LinkButton
                to={`${ALL_EVENTS_PATH}?organizer=${encodeURIComponent(organizer.fantasy_name)}`}
                variant="default"
                icon={IconCalendarEvent}
              >
                Ver eventos
              </LinkButton>
            </div>
          )}
        </FormSection>
        <OrganizationFacts organization={organizer} />
      </div>
    </>
  )
}

/** Sends an organizer who lost access another link to set a password. */
function ResetOrganizerAccess({ organizer }: { organizer: OrganizerAccount }) {
  if (organizer.suspended_at) return null
  const invited = !organizer.email_verified
  return (
    <ActionButton
      icon={IconMailForward}
      label={invited ? 'Reenviar convite' : 'Redefinir acesso'}
      question={{
        title: invited ? 'Reenviar o convite?' : 'Redefinir o acesso?',
        words: `Um link para criar uma senha nova segue para ${organizer.email}. Até lá, nada muda.`,
        confirm: 'Enviar',
      }}
      action={() => api(resetOrganizerAccess, { params: { id: organizer.id } })}
      invalidates={ORGANIZERS_KEY}
      failure="Erro ao enviar o e-mail."
    />
  )
}

function SuspendButton({ organizer }: { organizer: OrganizerAccount }) {
  const suspended = organizer.suspended_at !== null
  const change = (reason: string) =>
    api(suspendOrganizer, {
      params: { id: organizer.id },
      body: suspended ? { suspended: false } : { suspended: true, reason },
    })
  const common = {
    action: change,
    invalidates: ORGANIZERS_KEY,
    failure: 'Erro ao mudar a situação do organizador.',
  }
  if (suspended)
    return (
      <ActionButton
        key="reactivate"
        icon={IconLockOpen}
        label="Reativar"
        question={{
          title: `Reativar ${organizer.fantasy_name}?`,
          words:
            'O organizador e os realizadores podem entrar de novo. Os eventos continuam fechados até que alguém os abra, um a um.',
          confirm: 'Reativar',
        }}
        {...common}
      />
    )
  return (
    <ActionButton
      key="suspend"
      icon={IconLock}
      label="Suspender"
      danger
      asksReason
      question={{
        title: `Suspender ${organizer.fantasy_name}?`,
        words: (
          <>
            {leaving(organizer.producers)} {closing(organizer.open_events)} As páginas dos eventos e as
            inscrições já feitas continuam no ar.
          </>
        ),
        confirm: 'Suspender',
      }}
      {...common}
    />
  )
}

/** For an organizer made by mistake. */
function DeleteButton({ organizer }: { organizer: OrganizerAccount }) {
  const navigate = useNavigate()
  return (
    <ActionButton
      icon={IconTrash}
      label="Apagar"
      danger
      question={{
        title: `Apagar ${organizer.fantasy_name}?`,
        words:
          'O cadastro foi feito por engano? Ele some, e o e-mail e o CNPJ ficam livres. Só organizadores sem eventos, realizadores nem repasses podem ser apagados. Isso não pode ser desfeito.',
        confirm: 'Apagar',
      }}
      action={() => api(deleteOrganizer, { params: { id: organizer.id } })}
      onDone={() => navigate(ORGANIZERS_PATH, { replace: true })}
      invalidates={ORGANIZERS_LIST_KEY}
      failure="Erro ao apagar o organizador."
    />
  )
}

const leaving = (producers: number): string =>
  producers === 0
    ? 'O organizador sai de todos os aparelhos e não entra mais.'
    : `O organizador e ${plural(producers, 'realizador', 'realizadores')} saem de todos os aparelhos e não entram mais.`

const closing = (events: number): string => {
  if (events === 0) return 'Nenhum evento está com inscrições abertas.'
  return events === 1
    ? 'As inscrições do evento ativo são fechadas.'
    : `As inscrições dos ${events} eventos ativos são fechadas.`
}
