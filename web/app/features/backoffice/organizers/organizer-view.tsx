import { IconCalendarEvent, IconHistory, IconPencil } from '@tabler/icons-react'
import {
  deleteOrganizer,
  type OrganizerAccount,
  resetOrganizerAccess,
  suspendOrganizer,
} from '#contract/backoffice/organizers.ts'
import { countWords, plural } from '#contract/words.ts'
import { BlockButton, RemoveButton, ResetAccessButton } from '#web/actions/account-actions.tsx'
import { api } from '#web/api/api.ts'
import { auditPathOf } from '#web/navigation/staff-paths.ts'
import { ALL_EVENTS_PATH, editPathTo, ORGANIZER_PATH, ORGANIZERS_PATH } from '#web/paths.ts'
import { ViewAsButton } from '#web/session/view-as-button.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import detail from '#web/ui/detail.module.css'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OrganizationFacts } from '#web/ui/organization-facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { OrganizerStatus } from '../account-status.tsx'
import { ORGANIZERS_KEY, ORGANIZERS_LIST_KEY } from '../queries.ts'

export function OrganizerView({ organizer }: { organizer: OrganizerAccount }) {
  const params = { id: organizer.id }
  const suspended = organizer.suspended_at !== null
  const common = { name: organizer.fantasy_name, kind: 'organizador' }
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
        {!suspended && (
          <>
            <ResetAccessButton
              email={organizer.email}
              invited={!organizer.email_verified}
              action={() => api(resetOrganizerAccess, { params })}
              invalidates={ORGANIZERS_KEY}
            />
            <ViewAsButton userId={organizer.user_id} name={organizer.fantasy_name} />
          </>
        )}
        <LinkButton to={auditPathOf('organizer', organizer.id)} variant="default" icon={IconHistory}>
          Histórico
        </LinkButton>
        <BlockButton
          {...common}
          blocked={suspended}
          labels={{ block: 'Suspender', unblock: 'Reativar' }}
          blocks={
            <>
              {leaving(organizer.producers)} {closing(organizer.open_events)} As páginas dos eventos e as
              inscrições já feitas continuam no ar.
            </>
          }
          unblocks="O organizador e os realizadores podem entrar de novo. Os eventos continuam fechados até que alguém os abra, um a um."
          action={(change) => {
            const body = change.blocked
              ? { suspended: true as const, reason: change.reason }
              : { suspended: false as const }
            return api(suspendOrganizer, { params, body })
          }}
          invalidates={ORGANIZERS_KEY}
        />
        {organizer.events === 0 && organizer.producers === 0 && (
          <RemoveButton
            {...common}
            label="Apagar"
            words="O cadastro foi feito por engano? Ele some, e o e-mail e o CNPJ ficam livres. Só organizadores sem eventos, realizadores nem repasses podem ser apagados. Isso não pode ser desfeito."
            action={() => api(deleteOrganizer, { params })}
            invalidates={ORGANIZERS_LIST_KEY}
            list={ORGANIZERS_PATH}
          />
        )}
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="Atividade">
          <Facts
            facts={[
              ['Situação', organizer.suspended_at && `Suspenso desde ${momentWords(organizer.suspended_at)}`],
              ['Motivo', organizer.suspended_reason],
              [
                'Eventos',
                `${countWords(organizer.events)} · ${plural(organizer.open_events, 'ativo', 'ativos')}`,
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
