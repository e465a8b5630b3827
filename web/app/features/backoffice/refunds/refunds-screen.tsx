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
import { type RefundTask, SUMMED_DAYS } from '#contract/payment/refund-tasks.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { refundColumns } from '#web/features/registration/refund-columns.tsx'
import { RefundDetails } from '#web/features/registration/refund-details.tsx'
import { RefundTotals, refundInterval } from '#web/features/registration/refund-totals.tsx'
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
import classes from './refunds.module.css'

const STATUSES = Object.keys(REFUND_STATUSES) as Status[]
const FILTERS = {
  status: choiceFilter(
    STATUSES.map((status) => [status, REFUND_STATUSES[status].label]),
    { param: 'situacao', label: 'Situação das devoluções', none: 'Situação' },
  ),
  bank: choiceFilter(
    [
      ['asked', 'Esperam a chave'],
      ['ready', 'Prontas para o banco'],
      ['exported', 'Num arquivo para o banco'],
    ],
    { param: 'banco', label: 'Devoluções por Pix', none: 'Chave Pix' },
  ),
  delay: choiceFilter(
    [
      ['overdue', 'Atrasadas'],
      ['stuck', 'Paradas ou atrasadas'],
    ],
    { param: 'prazo', label: 'Prazo das devoluções', none: 'Prazo' },
  ),
}

const columns = (
  { selected, onChange }: Selection,
  rows: readonly RefundTask[],
): readonly Column<RefundTask>[] => {
  const stopped = rows.filter(({ status }) => status === 'needs_person')
  return [
    {
      key: 'selected',
      header: 'Escolher',
      select: {
        all:
          stopped.length === 0 ? (
            <span className="sr-only">Escolher</span>
          ) : (
            <Checkbox
              aria-label="Escolher as desta página"
              checked={stopped.every(({ id }) => selected.has(id))}
              onChange={({ currentTarget: { checked } }) => onChange(withIds(selected, stopped, checked))}
            />
          ),
      },
      cell: (row) =>
        row.status === 'needs_person' && (
          <Checkbox
            aria-label={`Escolher a devolução de ${row.registration.participant}`}
            checked={selected.has(row.id)}
            onChange={({ currentTarget: { checked } }) => onChange(withIds(selected, [row], checked))}
          />
        ),
    },
    ...refundColumns<RefundTask>({
      participant: ({ registration, event, organizer }) => (
        <div className={classes.participant}>
          <RecordLink to={pathTo(REGISTRATION_EDIT_PATH, registration.id)} state={CAME_FROM_HERE}>
            {registration.participant}
          </RecordLink>
          <span className={cells.minor}>
            <Link to={pathTo(ANY_EVENT_PARTICIPANTS_PATH, event.id)}>{event.name}</Link> · {organizer.name}
          </span>
        </div>
      ),
      stopped: ({ obstacle, pix_key, exported_at, is_overdue, status }) =>
        [
          is_overdue && `Atrasada: mais de ${OVERDUE_DAYS} dias`,
          obstacle && REFUND_OBSTACLES[obstacle].label,
          pix_key && !exported_at && KEY_WORDS[pix_key],
          exported_at && status === 'needs_person' && 'No arquivo para o banco',
        ]
          .filter(Boolean)
          .join(' · '),
    }),
    {
      ...actionsColumn<RefundTask>((refund) => (
        <div className={cells.actions}>
          <Details refund={refund} />
          <RefundActions refund={refund} />
        </div>
      )),
      compact: 'first-end',
    },
  ]
}

function Details({ refund }: { refund: RefundTask }) {
  const { event, organizer, charge_id, note, exported_at, is_overdue, approved_by } = refund
  return (
    <RefundDetails
      refund={refund}
      more={[
        ['Evento', event.name, 'wide'],
        ['Organizador', organizer.name],
        ['Aprovada por', approved_by],
        ['Cobrança', charge_id],
        ['No arquivo para o banco desde', exported_at && momentWords(exported_at)],
        ['Observação', note, 'wide'],
        [
          'Atraso',
          is_overdue && `Mais de ${OVERDUE_DAYS} dias. Acerte também a correção monetária (CDC, art. 49).`,
          'wide',
        ],
      ]}
    />
  )
}

const KEY_WORDS = { asked: 'Espera a chave Pix de quem pagou', confirmed: 'Chave Pix confirmada' } as const

function withIds(
  selected: ReadonlySet<number>,
  refunds: readonly { id: number }[],
  isSelected: boolean,
): Set<number> {
  const next = new Set(selected)
  for (const { id } of refunds)
    if (isSelected) next.add(id)
    else next.delete(id)
  return next
}

export const meta = pageTitle('Devoluções')

/** The refunds of the enterprise, or of all enterprises for Admin. */
export default function RefundsScreen() {
  const search = useListSearch(FILTERS)
  const list = useQuery({
    ...refundsQuery({ ...search.query, page: usePage() }),
    refetchInterval: ({ state }) => refundInterval(state.data?.sums),
  })
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
      <RefundTotals
        sums={list.data?.sums}
        chosen={search.filters.status}
        onChoose={(status) => search.change({ status })}
        period={`em ${SUMMED_DAYS} dias`}
      />
      <ListToolbar>
        <FilterFields list={search} context={undefined} compact />
      </ListToolbar>
      {(selected.size > 0 || list.data?.data.some(({ status }) => status === 'needs_person')) && (
        <RefundSelection {...selection} query={search.query} />
      )}
      <DataTable
        dense
        caption="Devoluções"
        columns={columns(selection, list.data?.data ?? [])}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={<EmptyState description="Nenhuma devolução aqui." icon={<IconReceiptRefund size={28} />} />}
        failure={listFailure(list)}
      />
    </>
  )
}
