import { Skeleton } from '@mantine/core'
import {
  IconCalendarQuestion,
  IconCash,
  IconChartBar,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconGift,
  IconReceiptRefund,
  IconRun,
  IconSearch,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import { cancelRegistration, type ParticipantRow, type ParticipantsMeta } from '#contract/participants.ts'
import { api, failureMessage } from '../../../api.ts'
import { EVENT_PANEL_PATH, EVENT_REFUNDS_PATH, eventsPath, pathTo } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { type Session, useSession } from '../../../session.ts'
import { SessionRefresh } from '../../../session-refresh.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { usePage } from '../../../ui/use-page.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { ExportButton } from '../export/export-button.tsx'
import { PARTICIPANTS_KEY, participantsQuery } from '../queries.ts'
import { FILTERS, type ParticipantFilters } from './filters.ts'
import { participantColumns } from './participant-columns.tsx'
import { ParticipantFiltersForm } from './participant-filters.tsx'
import classes from './participants.module.css'

export const meta = pageTitle('Participantes')

/** The participants of an event, for its organizer, Admin and Empresa. A null id means that the path holds no number. */
export default function ParticipantsScreen() {
  const eventId = useIdParam()
  const session = useSession()
  if (!session) return null
  return (
    <>
      <SessionRefresh />
      {eventId === null ? (
        <NoEvent session={session} />
      ) : (
        <Participants eventId={eventId} session={session} />
      )}
    </>
  )
}

function Participants({ eventId, session }: { eventId: number; session: Session }) {
  const { search, setSearch, filter, setFilters } = useListSearch({ forPeople: true })
  const filters: ParticipantFilters = { search }
  for (const name of FILTERS) filters[name] = filter(name)
  const page = usePage()
  const list = useQuery(participantsQuery(eventId, filters, page))
  const [cancelled, setCancelled] = useState<ParticipantRow | null>(null)
  const maySeeMoney = useMay('view-event-finances')
  const mayEdit = useMay('edit-registration-participant-event')
  const columns = useMemo(() => participantColumns({ mayEdit, onCancel: setCancelled }), [mayEdit])
  const isFiltered = Object.values(filters).some(Boolean) || page > 1
  return (
    <>
      <PageHeader title="Participantes" description={list.data?.event.title} />
      <DetailToolbar back={{ to: eventsPath(session) }}>
        <LinkButton to={pathTo(EVENT_PANEL_PATH, eventId)} variant="default" icon={IconChartBar}>
          Painel
        </LinkButton>
        {maySeeMoney && (
          <LinkButton to={pathTo(EVENT_REFUNDS_PATH, eventId)} variant="default" icon={IconReceiptRefund}>
            Devoluções
          </LinkButton>
        )}
        <ExportButton eventId={eventId} userId={session.user.id} filters={filters} found={list.data?.meta} />
      </DetailToolbar>
      <SummaryCards meta={list.data?.meta} />
      <ParticipantFiltersForm
        key={eventId}
        filters={filters}
        event={list.data?.event}
        onSearch={setSearch}
        onChange={setFilters}
      />
      <div className={classes.list} data-stale={list.isPlaceholderData || undefined}>
        <DataTable
          caption="Participantes"
          columns={columns}
          rows={list.data?.data}
          rowKey={({ id }) => id}
          meta={list.data?.meta}
          empty={<NobodyFound isFiltered={isFiltered} />}
          failure={listFailure(list)}
        />
      </div>
      <CancelDialog row={cancelled} onClose={() => setCancelled(null)} />
    </>
  )
}

function NobodyFound({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState
        title="Nenhum participante encontrado."
        description="Assim que alguém se inscrever, aparece aqui."
        icon={<IconUsersGroup size={28} />}
      />
    )
  return (
    <EmptyState
      title="Nenhum participante encontrado."
      description="Ninguém combina com essa busca."
      icon={<IconSearch size={28} />}
    >
      <LinkButton to={{ search: '' }} variant="default">
        Ver todos
      </LinkButton>
    </EmptyState>
  )
}

function NoEvent({ session }: { session: Session }) {
  return (
    <>
      <PageHeader title="Participantes" />
      <div role="alert">
        <EmptyState title="ID do evento não fornecido na URL." icon={<IconCalendarQuestion size={28} />}>
          <LinkButton to={eventsPath(session)}>Ver eventos</LinkButton>
        </EmptyState>
      </div>
    </>
  )
}

interface CancelDialogProps {
  /** Null closes the dialog. */
  row: ParticipantRow | null
  onClose: () => void
}

/** Asks for confirmation, cancels the registration and loads the list again. */
function CancelDialog({ row, onClose }: CancelDialogProps) {
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: ({ id, refundable }: ParticipantRow) =>
      api(cancelRegistration, { params: { id }, body: { status: 2, refund: refundable !== null } }),
    onSuccess: () => showToast('success', 'Inscrição cancelada com sucesso.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao atualizar status.')),
    onSettled: async () => {
      // It may have been paid or cancelled elsewhere, so the list is loaded again.
      await queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={row !== null}
      danger
      title="Cancelar esta inscrição?"
      confirmLabel="Sim, cancelar"
      cancelLabel="Manter inscrição"
      busy={cancel.isPending}
      onConfirm={() => row && cancel.mutate(row)}
      onClose={onClose}
    >
      {row?.refundable ? (
        <>
          <p>
            <strong>
              <Money value={row.refundable} />
            </strong>{' '}
            voltam a quem pagou, tudo o que foi pago por esta inscrição, pelo mesmo meio de pagamento.
          </p>
          A vaga de {row.participant.name} fica livre para outra pessoa na mesma hora. Quem fez a inscrição
          recebe um e-mail. Isso não pode ser desfeito.
        </>
      ) : (
        <>
          A vaga de {row?.participant.name} fica livre para outra pessoa na mesma hora, e a cobrança em aberto
          é cancelada. Quem fez a inscrição recebe um e-mail. Isso não pode ser desfeito.
        </>
      )}
    </ConfirmDialog>
  )
}

const COUNT = new Intl.NumberFormat('pt-BR')

type CountName = Exclude<keyof ParticipantsMeta, 'total_valor_paid_participants'>

const CARDS: readonly (readonly [icon: TablerIcon, label: string, name: CountName])[] = [
  [IconRun, 'Inscritos', 'total_participants_registered'],
  [IconCircleCheck, 'Confirmados', 'total_participants_confirmed'],
  [IconClock, 'Pendentes', 'total_participants_pending'],
  [IconCircleX, 'Cancelados', 'total_participants_canceled'],
  [IconCash, 'Pagos', 'total_paid_participants'],
  [IconGift, 'Gratuitos', 'total_free_participants'],
]

/** The event's totals, independent of the filters. */
function SummaryCards({ meta }: { meta: ParticipantsMeta | undefined }) {
  return (
    <section aria-label="Resumo do evento" aria-busy={!meta}>
      <dl className={classes.cards}>
        {CARDS.map(([Icon, label, name]) => (
          <div key={name}>
            <dt>
              <Icon size={18} aria-hidden />
              {label}
            </dt>
            <dd>{meta ? COUNT.format(meta[name]) : <Skeleton height={28} width="60%" my={3} />}</dd>
            {name === 'total_paid_participants' && (
              <dd className={classes.sum}>
                {meta ? (
                  formatDecimal(meta.total_valor_paid_participants)
                ) : (
                  <Skeleton height={16} width="80%" />
                )}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
