import { IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PAYMENT_TYPES } from '#contract/payment-status.ts'
import { REFUND_STATUSES, type RefundTask, type RefundStatus as Status } from '#contract/refund.ts'
import {
  ANY_EVENT_PARTICIPANTS_PATH,
  COMPANY_HOME_PATH,
  pathTo,
  REGISTRATION_EDIT_PATH,
} from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { useSession } from '../../../session.ts'
import cells from '../../../ui/cells.module.css'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListToolbar } from '../../../ui/list-toolbar.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { usePage } from '../../../ui/use-page.ts'
import { momentWords } from '../../registration/moment.ts'
import { RefundStatus } from '../../registration/refund-status.tsx'
import { FilterSelect } from '../filter-select.tsx'
import { OperationsTabs } from '../operations/operations-tabs.tsx'
import { refundsQuery } from '../queries.ts'
import { useListSearch } from '../use-list-search.ts'
import { RefundActions } from './refund-actions.tsx'

const STATUSES = Object.keys(REFUND_STATUSES) as Status[]
const FILTERS = [
  ['', 'Todas'],
  ...STATUSES.map((status) => [status, REFUND_STATUSES[status].label] as const),
] as const

const COLUMNS: readonly Column<RefundTask>[] = [
  {
    key: 'participant',
    header: 'Participante',
    title: true,
    cell: ({ registration, event, organizer }) => (
      <div className={cells.lines}>
        <Link className={cells.name} to={pathTo(REGISTRATION_EDIT_PATH, registration.id)}>
          {registration.participant}
        </Link>
        <Link className={cells.minor} to={pathTo(ANY_EVENT_PARTICIPANTS_PATH, event.id)}>
          {event.name}
        </Link>
        <span className={cells.minor}>{organizer.name}</span>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    align: 'end',
    cell: ({ amount, payment_type }) => (
      <div className={cells.lines}>
        <Money value={amount} />
        <span className={cells.minor}>{PAYMENT_TYPES[payment_type]}</span>
      </div>
    ),
  },
  {
    key: 'reason',
    header: 'Por quê',
    cell: ({ reason_label, asked_by, requested_at }) => (
      <div className={cells.lines}>
        <span>{reason_label}</span>
        <span className={cells.minor}>
          {asked_by ?? 'A plataforma'} · <span className={cells.nowrap}>{momentWords(requested_at)}</span>
        </span>
      </div>
    ),
  },
  { key: 'status', header: 'Situação', cell: (refund) => <StatusCell refund={refund} /> },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: (refund) => <RefundActions refund={refund} />,
  },
]

function StatusCell({
  refund: { status, failure_reason, note, done_at, charge_id },
}: {
  refund: RefundTask
}) {
  return (
    <div className={cells.lines}>
      <RefundStatus status={status} />
      {status === 'needs_person' && failure_reason && <strong>{failure_reason}</strong>}
      {status === 'needs_person' && charge_id && <span className={cells.minor}>Cobrança {charge_id}</span>}
      {note && <span className={cells.minor}>{note}</span>}
      {done_at && <span className={`${cells.minor} ${cells.nowrap}`}>{momentWords(done_at)}</span>}
    </div>
  )
}

export const meta = pageTitle('Devoluções')

/** The refunds of an enterprise, of all of them for Admin; those that wait for a person first. */
export default function RefundsScreen() {
  const { filter, setFilter } = useListSearch()
  const page = usePage()
  const status = STATUSES.find((one) => one === filter('situacao'))
  const list = useQuery(refundsQuery({ ...(status && { status }), page }))
  const isAdmin = useSession()?.roles.includes('Admin') ?? false
  return (
    <>
      <PageHeader
        title="Devoluções"
        description="O dinheiro que volta aos participantes. As que precisam de uma pessoa vêm primeiro, com o motivo."
      />
      {isAdmin ? <OperationsTabs /> : <DetailToolbar back={{ to: COMPANY_HOME_PATH }} />}
      <ListToolbar>
        <FilterSelect
          label="Situação das devoluções"
          value={filter('situacao')}
          options={FILTERS}
          onChange={(value) => setFilter('situacao', value)}
        />
      </ListToolbar>
      <DataTable
        caption="Devoluções"
        columns={COLUMNS}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={<EmptyState description="Nenhuma devolução aqui." icon={<IconReceiptRefund size={28} />} />}
        failure={listFailure(list)}
      />
    </>
  )
}
