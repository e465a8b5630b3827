import { Checkbox } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  OVERDUE_DAYS,
  REFUND_OBSTACLES,
  REFUND_STATUSES,
  type RefundStatus as Status,
} from '#contract/payment/refund.ts'
import type { RefundTask } from '#contract/payment/refund-tasks.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { refundColumns } from '#web/features/registration/refund-columns.tsx'
import { MoneyTabs } from '#web/features/report/money-tabs.tsx'
import { FilterFields } from '#web/lists/filter-field.tsx'
import { choiceFilter } from '#web/lists/filters.ts'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { CAME_FROM_HERE } from '#web/navigation/use-back-target.ts'
import { ANY_EVENT_PARTICIPANTS_PATH, pathTo, REGISTRATION_EDIT_PATH } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import cells from '#web/ui/cells.module.css'
import { actionsColumn } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { refundsQuery } from '../queries.ts'
import { RefundActions } from './refund-actions.tsx'
import { RefundSelection, type Selection } from './refund-selection.tsx'

const STATUSES = Object.keys(REFUND_STATUSES) as Status[]
const FILTERS = {
  status: choiceFilter(
    STATUSES.map((status) => [status, REFUND_STATUSES[status].label]),
    { param: 'situacao', label: 'Situação das devoluções', none: 'Todas' },
  ),
  bank: choiceFilter(
    [
      ['asked', 'Esperam a chave'],
      ['ready', 'Prontas para o banco'],
      ['exported', 'Num arquivo para o banco'],
    ],
    { param: 'banco', label: 'Devoluções por Pix', none: 'Todas' },
  ),
}

const columns = ({ selected, onChange }: Selection): readonly Column<RefundTask>[] => [
  {
    key: 'selected',
    header: 'Escolher',
    cell: ({ id, status, registration }) =>
      status === 'needs_person' && (
        <Checkbox
          aria-label={`Escolher a devolução de ${registration.participant}`}
          checked={selected.has(id)}
          onChange={(event) => onChange(withId(selected, id, event.currentTarget.checked))}
        />
      ),
  },
  ...refundColumns<RefundTask>({
    participant: ({ registration, event, organizer }) => (
      <div className={cells.lines}>
        <RecordLink to={pathTo(REGISTRATION_EDIT_PATH, registration.id)} state={CAME_FROM_HERE}>
          {registration.participant}
        </RecordLink>
        <Link className={cells.minor} to={pathTo(ANY_EVENT_PARTICIPANTS_PATH, event.id)}>
          {event.name}
        </Link>
        <span className={cells.minor}>{organizer.name}</span>
      </div>
    ),
    details: ({ status, note, charge_id, is_overdue, obstacle, pix_key, exported_at }) => (
      <>
        {obstacle && <span>{REFUND_OBSTACLES[obstacle].label}</span>}
        {pix_key && !exported_at && <span className={cells.minor}>{KEY_WORDS[pix_key]}</span>}
        {exported_at && status === 'needs_person' && (
          <span className={cells.minor}>No arquivo para o banco desde {momentWords(exported_at)}</span>
        )}
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
  actionsColumn((refund) => <RefundActions refund={refund} />),
]

const KEY_WORDS = { asked: 'Espera a chave Pix de quem pagou', confirmed: 'Chave Pix confirmada' } as const

function withId(selected: ReadonlySet<number>, id: number, isSelected: boolean): Set<number> {
  const next = new Set(selected)
  if (isSelected) next.add(id)
  else next.delete(id)
  return next
}

export const meta = pageTitle('Devoluções')

/** The refunds of the enterprise, or of all enterprises for Admin. */
export default function RefundsScreen() {
  const search = useListSearch(FILTERS)
  const list = useQuery(refundsQuery({ ...search.query, page: usePage() }))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const selection = { selected, onChange: setSelected }
  const isAdmin = useSession()?.roles.includes('Admin') ?? false
  return (
    <>
      <PageHeader
        title="Devoluções"
        description="O dinheiro que volta aos participantes. As que precisam de uma pessoa vêm primeiro, com o motivo; depois, as atrasadas."
      />
      {!isAdmin && <MoneyTabs of="enterprise" />}
      <ListToolbar>
        <FilterFields list={search} context={undefined} compact />
      </ListToolbar>
      {(selected.size > 0 || list.data?.data.some(({ status }) => status === 'needs_person')) && (
        <RefundSelection {...selection} query={search.query} />
      )}
      <DataTable
        caption="Devoluções"
        columns={columns(selection)}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={<EmptyState description="Nenhuma devolução aqui." icon={<IconReceiptRefund size={28} />} />}
        failure={listFailure(list)}
      />
    </>
  )
}
