import { IconReceiptRefund } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  type EventRefund,
  REFUND_STATUSES,
  type RefundStatus,
  type RefundSums,
  stoppedWords,
} from '#contract/payment/refund.ts'
import type { PageMeta } from '#contract/route.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { refundColumns } from '#web/features/registration/refund-columns.tsx'
import { RefundDetails } from '#web/features/registration/refund-details.tsx'
import { RefundTotals } from '#web/features/registration/refund-totals.tsx'
import { FilterFields } from '#web/lists/filter-field.tsx'
import { choiceFilter } from '#web/lists/filters.ts'
import type { useListSearch } from '#web/lists/use-list-search.ts'
import { CAME_FROM_HERE } from '#web/navigation/use-back-target.ts'
import { pathTo, REGISTRATION_EDIT_PATH } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { actionsColumn, Lines } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { RecordLink } from '#web/ui/row-link.tsx'

export const REFUND_FILTERS = {
  status: choiceFilter(
    (Object.keys(REFUND_STATUSES) as RefundStatus[]).map((status) => [status, REFUND_STATUSES[status].label]),
    { param: 'situacao', label: 'Situação das devoluções', none: 'Situação: todas' },
  ),
}

interface RefundListProps<Row> {
  search: ReturnType<typeof useListSearch<typeof REFUND_FILTERS>>
  query: Parameters<typeof listFailure>[0] & {
    data: { data: Row[]; meta: PageMeta; sums: RefundSums } | undefined
  }
  /** Says that there is none at all. */
  nothing: string
  /** Below the name of the participant. */
  minor?: (refund: Row) => ReactNode
}

/** Refunds as the organizer sees them, by state. */
export function RefundList<Row extends EventRefund>({ search, query, nothing, minor }: RefundListProps<Row>) {
  const mayEdit = useMay('edit-registration-participant-event')
  const { data } = query
  return (
    <>
      <RefundTotals
        sums={data?.sums}
        chosen={search.filters.status}
        onChoose={(status) => search.change({ status })}
      />
      <ListToolbar>
        <FilterFields list={search} context={undefined} compact />
      </ListToolbar>
      <DataTable
        dense
        caption="Devoluções"
        columns={columns(mayEdit, minor)}
        rows={data?.data}
        rowKey={({ id }) => id}
        meta={data?.meta}
        empty={
          <EmptyState
            description={search.query.status ? 'Nenhuma devolução aqui.' : nothing}
            icon={<IconReceiptRefund size={28} />}
          />
        }
        failure={listFailure(query)}
      />
    </>
  )
}

const columns = <Row extends EventRefund>(
  mayEdit: boolean,
  minor: RefundListProps<Row>['minor'],
): readonly Column<Row>[] => [
  ...refundColumns<Row>({
    stopped: ({ status, obstacle }) => (status === 'needs_person' ? stoppedWords(obstacle) : ''),
    participant: (refund) => {
      const { id, participant } = refund.registration
      const name = mayEdit ? (
        <RecordLink to={pathTo(REGISTRATION_EDIT_PATH, id)} state={CAME_FROM_HERE}>
          {participant}
        </RecordLink>
      ) : (
        participant
      )
      return minor ? <Lines minor={minor(refund)}>{name}</Lines> : name
    },
  }),
  { ...actionsColumn<Row>((refund) => <RefundDetails refund={refund} />), compact: 'first-end' },
]
