import { IconReceipt2 } from '@tabler/icons-react'
import { toCents, toDecimal } from '#contract/money.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { Finances, MethodFigures } from '#contract/report/dashboard.ts'
import type { Statement } from '#contract/report/statement.ts'
import { countWords } from '#contract/words.ts'
import { monthAndYear } from '#web/features/event/date-words.ts'
import { moneyColumn } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import classes from '#web/ui/statement.module.css'
import { feesOf } from './statement-totals.tsx'

interface StatementTablesProps {
  statement: Statement | undefined
  withOrganizers: boolean
}

type Sums = Omit<Finances, 'repeated'>

const labelled = <Line extends string>(compact: Line) => ({ compact, labelled: true })

const sums = <Row,>(of: (row: Row) => Sums): Column<Row>[] => [
  { ...moneyColumn('received', 'Bruto', (row: Row) => of(row).received), ...labelled('second-end') },
  { ...moneyColumn('returned', 'Devolvido', (row: Row) => of(row).returned), ...labelled('third-end') },
  moneyColumn('moved', 'Créditos', (row) => of(row).moved),
  moneyColumn('owed', 'A devolver', (row) => of(row).owed_back),
  { ...moneyColumn('fees', 'Taxas', (row: Row) => feesOf(of(row))), ...labelled('third') },
  { ...moneyColumn('net', 'Líquido', (row: Row) => of(row).net), compact: 'first-end' },
]

type EventRow = Statement['organizers'][number]['events'][number]
type DayRow = Statement['by_day'][number]

const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  { key: 'title', header: 'Evento', title: true, compact: 'first', cell: ({ title }) => title },
  { key: 'date', header: 'Data', compact: 'second', cell: ({ date_event }) => date_event },
  ...sums<EventRow>(({ total }) => total),
]
const DAY_COLUMNS: readonly Column<DayRow>[] = [
  { key: 'day', header: 'Dia', title: true, compact: 'first', cell: ({ day }) => day },
  ...sums<DayRow>((row) => row),
]
const METHOD_COLUMNS: readonly Column<MethodFigures>[] = [
  { key: 'type', header: 'Forma', title: true, compact: 'first', cell: ({ type }) => PAYMENT_TYPES[type] },
  {
    key: 'count',
    header: 'Pagamentos',
    align: 'end',
    ...labelled('second'),
    cell: ({ payments }) => countWords(payments),
  },
  { ...moneyColumn('received', 'Bruto', (row: MethodFigures) => row.received), ...labelled('second-end') },
  moneyColumn('returned', 'Devolvido', ({ returned }) => returned),
  moneyColumn('moved', 'Créditos', ({ moved }) => moved),
  { ...moneyColumn('balance', 'Saldo', (row: MethodFigures) => row.balance), compact: 'first-end' },
]

const SUMMED = [
  'received',
  'returned',
  'moved',
  'balance',
  'owed_back',
  'fees',
  'setup_fee',
  'card_fees',
  'cash',
  'net',
] as const
type Summed = (typeof SUMMED)[number]

/** A row with the sums of all rows; undefined without rows. Fields other than amounts are empty. */
function sumOf<Row extends Partial<Record<Summed, string>>>(
  rows: readonly Row[] | undefined,
): Row | undefined {
  const [first] = rows ?? []
  if (!rows || !first) return undefined
  const sums = SUMMED.filter((name) => name in first).map((name) => [
    name,
    toDecimal(rows.reduce((sum, row) => sum + (toCents(row[name] ?? '') ?? 0), 0)),
  ])
  return { ...first, ...Object.fromEntries(sums) }
}

function methodTotal(methods: readonly MethodFigures[] | undefined): MethodFigures | undefined {
  const sums = sumOf(methods)
  return sums && { ...sums, payments: (methods ?? []).reduce((sum, { payments }) => sum + payments, 0) }
}

/** The statement by organizer and event, by payment method and by day. */
export function StatementTables({ statement, withOrganizers }: StatementTablesProps) {
  if (statement?.organizers.length === 0) return <Nothing />
  const hasMoves = statement?.by_day.some(({ moved }) => !isFreeValue(moved)) ?? false
  const shown = <Row,>(columns: readonly Column<Row>[]) =>
    columns.filter(({ key }) => key !== 'moved' || hasMoves)
  return (
    <>
      <section className={classes.section}>
        <h2>{withOrganizers ? 'Por organizador e evento' : 'Por evento'}</h2>
        {(statement?.organizers ?? [undefined]).map((organizer) => (
          <div key={organizer?.id ?? 0} className={classes.table}>
            {withOrganizers && organizer && (
              <h3>
                {organizer.name}
                <span>
                  Líquido: <Money value={organizer.total.net} />
                </span>
              </h3>
            )}
            <DataTable
              dense
              caption={organizer ? `Eventos de ${organizer.name}` : 'Eventos'}
              columns={shown(EVENT_COLUMNS)}
              rows={organizer?.events}
              rowKey={({ id }) => id}
              total={organizer && { id: 0, title: '', date_event: '', total: organizer.total }}
            />
          </div>
        ))}
      </section>
      <section className={classes.section}>
        <h2>Por forma de pagamento</h2>
        <div className={classes.table}>
          <DataTable
            dense
            caption="Formas de pagamento"
            columns={shown(METHOD_COLUMNS)}
            rows={statement?.by_method}
            rowKey={({ type }) => type}
            total={methodTotal(statement?.by_method)}
          />
        </div>
      </section>
      <section className={classes.section}>
        <h2>Por dia</h2>
        <Days days={statement?.by_day} columns={shown(DAY_COLUMNS)} />
      </section>
    </>
  )
}

/** More than one month is folded by month, with the subtotal of each. */
function Days({ days, columns }: { days: DayRow[] | undefined; columns: Column<DayRow>[] }) {
  const months = new Map<string, DayRow[]>()
  for (const row of days ?? []) {
    const month = monthAndYear(row.day)
    months.set(month, [...(months.get(month) ?? []), row])
  }
  if (months.size < 2)
    return (
      <div className={classes.table}>
        <DayTable caption="Dias" rows={days} columns={columns} />
      </div>
    )
  return [...months].map(([month, rows]) => (
    <details key={month} className={classes.table}>
      <summary>
        <h3>
          {month}
          <span>
            Líquido: <Money value={sumOf(rows)?.net ?? '0.00'} />
          </span>
        </h3>
      </summary>
      <DayTable caption={`Dias de ${month}`} rows={rows} columns={columns} />
    </details>
  ))
}

interface DayTableProps {
  caption: string
  rows: DayRow[] | undefined
  columns: Column<DayRow>[]
}

const DayTable = ({ caption, rows, columns }: DayTableProps) => (
  <DataTable
    dense
    caption={caption}
    columns={columns}
    rows={rows}
    rowKey={({ day }) => day}
    total={sumOf(rows)}
  />
)

function Nothing() {
  return (
    <EmptyState
      description="Assim que um pagamento entrar ou voltar, ele aparece neste extrato."
      icon={<IconReceipt2 size={28} />}
    />
  )
}
