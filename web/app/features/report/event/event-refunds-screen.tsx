import { Alert } from '@mantine/core'
import { IconHourglass, IconReceiptRefund } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type EventRefund, listEventRefunds, type Waiting } from '#contract/refund.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api } from '../../../api.ts'
import { pathTo, REGISTRATION_EDIT_PATH } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { useSession } from '../../../session.ts'
import { participantsPath } from '../../../staff-paths.ts'
import cells from '../../../ui/cells.module.css'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { CAME_FROM_HERE } from '../../participants/edit/way-back.ts'
import { refundColumns } from '../../registration/refund-columns.tsx'

const refundsQuery = (eventId: number, page: number) =>
  queryOptions({
    queryKey: ['event-refunds', eventId, page],
    queryFn: ({ signal }) =>
      api(listEventRefunds, {
        params: { id: eventId },
        query: { page, per_page: DEFAULT_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const columns = (mayEdit: boolean): readonly Column<EventRefund>[] =>
  refundColumns<EventRefund>({
    participant: ({ registration: { id, participant } }) =>
      mayEdit ? (
        <RowLink className={cells.name} to={pathTo(REGISTRATION_EDIT_PATH, id)} state={CAME_FROM_HERE}>
          {participant}
        </RowLink>
      ) : (
        participant
      ),
  })

export const meta = pageTitle('Devoluções do evento')

/** The refunds of an event, the newest first. What waits for the organizer is decided on the registration's page. */
export default function EventRefundsScreen() {
  const eventId = useIdParam() ?? 0
  const page = usePage()
  const session = useSession()
  const mayEdit = useMay('edit-registration-participant-event')
  const list = useQuery(refundsQuery(eventId, page))
  if (!session) return null
  return (
    <>
      <PageHeader
        title="Devoluções"
        description={`O dinheiro que volta aos participantes ${list.data ? `de ${list.data.event.name}` : 'deste evento'}. Um pedido de cancelamento se decide na página da inscrição.`}
      />
      <DetailToolbar back={{ to: participantsPath(session, eventId) }} />
      {list.data && <WaitingNotes requested={list.data.requested} undecided={list.data.undecided} />}
      <DataTable
        caption="Devoluções"
        columns={columns(mayEdit)}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={
          <EmptyState description="Nada foi devolvido neste evento." icon={<IconReceiptRefund size={28} />} />
        }
        failure={listFailure(list)}
      />
    </>
  )
}

/** What waits for the organizer, and what for the runners. */
function WaitingNotes({ requested, undecided }: { requested: Waiting; undecided: Waiting }) {
  return (
    <>
      {requested.registrations > 0 && (
        <Alert color="yellow" icon={<IconHourglass aria-hidden />} mb="md">
          {requested.registrations === 1
            ? '1 pedido de cancelamento espera a sua resposta, de '
            : `${requested.registrations} pedidos de cancelamento esperam a sua resposta, de `}
          <Money value={requested.amount} />. Responda na página de cada inscrição.
        </Alert>
      )}
      {undecided.registrations > 0 && (
        <Alert color="blue" icon={<IconHourglass aria-hidden />} mb="md">
          <Money value={undecided.amount} /> de{' '}
          {undecided.registrations === 1
            ? '1 inscrição cancelada'
            : `${undecided.registrations} inscrições canceladas`}{' '}
          esperam a escolha de quem pagou. Sem resposta no prazo, o valor volta.
        </Alert>
      )}
    </>
  )
}
