import { Alert, Skeleton } from '@mantine/core'
import { IconHourglass, IconReportMoney, IconUserCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listEventRefunds,
  type RefundStatus,
  type RefundSums,
  type Waiting,
} from '#contract/payment/refund.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { responseQuery } from '#web/api/data-query.ts'
import { refundInterval } from '#web/features/registration/refund-totals.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { EVENT_RIGHTS_REPORT_PATH, ORGANIZER_STATEMENT_PATH, pathTo } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useMay } from '#web/session/use-may.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { REFUND_FILTERS, RefundList } from '../refunds/refund-list.tsx'
import classes from '../report.module.css'
import { FinancesCard } from './finances-card.tsx'
import { panelQuery } from './panel-query.ts'

const refundsQuery = (id: number, query: { page: number; status?: RefundStatus }) => ({
  ...responseQuery(['event-refunds', id, query], listEventRefunds, {
    params: { id },
    query: { ...query, per_page: DEFAULT_PAGE_SIZE },
  }),
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { sums: RefundSums } | undefined } }) =>
    refundInterval(state.data?.sums),
})

export const meta = pageTitle('Financeiro do evento')

/** An event's money. The organizer decides about requested refunds on the page of the registration. */
export default function EventRefundsScreen() {
  const eventId = useIdParam() ?? 0
  const search = useListSearch(REFUND_FILTERS)
  const page = usePage()
  // Who comes for certain refunds sees them first.
  const [isTask] = useState(search.isFiltered)
  const isOrganizer = useSession()?.roles.includes('Organizador')
  const list = useQuery(refundsQuery(eventId, { ...search.query, page }))
  return (
    <>
      <PageHeader title="Financeiro" description="O que entrou, o que voltou e o que é seu neste evento.">
        {isOrganizer && (
          <LinkButton
            to={`${ORGANIZER_STATEMENT_PATH}?evento=${eventId}`}
            variant="default"
            icon={IconReportMoney}
          >
            Extrato
          </LinkButton>
        )}
        <LinkButton to={pathTo(EVENT_RIGHTS_REPORT_PATH, eventId)} variant="default" icon={IconUserCheck}>
          Direitos
        </LinkButton>
      </PageHeader>
      {!isTask && <EventFinances eventId={eventId} />}
      <h2 className={classes.title}>Devoluções</h2>
      <p className={classes.about}>
        O dinheiro que volta aos participantes. Um pedido de cancelamento se decide na página da inscrição.
      </p>
      {list.data && <WaitingNotes requested={list.data.requested} undecided={list.data.undecided} />}
      <RefundList search={search} query={list} nothing="Nada foi devolvido neste evento." />
      {isTask && <EventFinances eventId={eventId} />}
    </>
  )
}

/** Left out for callers who may not see the event's figures. */
function EventFinances({ eventId }: { eventId: number }) {
  const maySee = useMay('view-event-participants')
  const { data, isPending } = useQuery({ ...panelQuery(eventId), enabled: maySee })
  if (!maySee || (!isPending && !data?.finances)) return null
  return (
    <div className={classes.finances}>
      {data?.finances ? (
        <FinancesCard finances={data.finances} fileName={`evento-${eventId}`} />
      ) : (
        <Skeleton height={232} radius="lg" />
      )}
    </div>
  )
}

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
