import { IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  OVERDUE_DAYS,
  REFUND_STATUSES,
  type RefundTask,
  type RefundStatus as Status,
} from '#contract/refund.ts'
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
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { CAME_FROM_HERE } from '../../participants/edit/way-back.ts'
import { refundColumns } from '../../registration/refund-columns.tsx'
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
  ...refundColumns<RefundTask>({
    participant: ({ registration, event, organizer }) => (
      <div className={cells.lines}>
        <RowLink
          className={cells.name}
          to={pathTo(REGISTRATION_EDIT_PATH, registration.id)}
          state={CAME_FROM_HERE}
        >
          {registration.participant}
        </RowLink>
        <Link className={cells.minor} to={pathTo(ANY_EVENT_PARTICIPANTS_PATH, event.id)}>
          {event.name}
        </Link>
        <span className={cells.minor}>{organizer.name}</span>
      </div>
    ),
    details: ({ status, note, charge_id, is_overdue }) => (
      <>
        {is_overdue && (
          <strong>
            Atrasada: mais de {OVERDUE_DAYS} dias. Acerte também a correção monetária (CDC, art. 49).
          </strong>
        )}
        {status === 'needs_person' && charge_id && <span className={cells.minor}>Cobrança {charge_id}</span>}
        {note && <span className={cells.minor}>{note}</span>}
      </>
    ),
  }),
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: (refund) => <RefundActions refund={refund} />,
  },
]

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
        description="O dinheiro que volta aos participantes. As que precisam de uma pessoa vêm primeiro, com o motivo; depois, as atrasadas."
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
