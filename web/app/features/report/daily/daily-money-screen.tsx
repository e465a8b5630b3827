import {
  IconAlertTriangle,
  IconCash,
  IconCreditCard,
  IconPercentage,
  IconPigMoney,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { type DailyMoney, DIFFERENCES, getDailyMoney, type MoneyMoved } from '#contract/report/daily-money.ts'
import type { Period } from '#contract/report/period.ts'
import { countWords, plural } from '#contract/words.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { FilterFields } from '#web/lists/filter-field.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { moneyColumn, Unbroken } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FramedError } from '#web/ui/frame.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import classes from '#web/ui/statement.module.css'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { MoneyTabs } from '../money-tabs.tsx'
import { PeriodButtons } from '../period-filter.tsx'
import { PERIOD_FILTERS } from '../statement/filters.ts'

const dailyMoneyQuery = (query: Period) => ({
  ...dataQuery(['daily-money', query], getDailyMoney, { query }),
  // Payments and refunds change these figures at any time.
  staleTime: 0,
  placeholderData: keepPreviousData,
})

export const meta = pageTitle('Movimento diário')

/** docs/algorithms/report.md defines the figures. */
export default function DailyMoneyScreen() {
  const search = useListSearch(PERIOD_FILTERS)
  const query = useQuery(dailyMoneyQuery(search.query))
  const { data, isPlaceholderData } = query
  const failure = listFailure(query)
  return (
    <>
      <PageHeader
        title="Movimento diário"
        description="O que entrou e saiu em cada dia, e se o meio de pagamento diz o mesmo. Sem datas, os últimos 31 dias."
      />
      <MoneyTabs of="enterprise" />
      <search className={classes.filters} aria-label="Filtrar movimento">
        <PeriodButtons period={search.filters} bounded onChange={search.change} />
        <div className={classes.fields}>
          <FilterFields list={search} context={undefined} />
        </div>
      </search>
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} data-stale={isPlaceholderData || undefined}>
          <Totals total={data?.total} />
          <section className={classes.section}>
            <h2>Por dia e forma de pagamento</h2>
            <div className={classes.table}>
              <DataTable
                dense
                caption="Movimento por dia"
                columns={MOVED_COLUMNS}
                rows={data?.days.flatMap(({ day, methods }) => methods.map((moved) => ({ day, ...moved })))}
                rowKey={({ day, type }) => `${day} ${type}`}
              />
            </div>
          </section>
          <section className={classes.section}>
            <h2>Comparação com o meio de pagamento</h2>
            <div className={classes.table}>
              <DataTable
                dense
                caption="Comparação por dia"
                columns={COMPARISON_COLUMNS}
                rows={data?.comparisons}
                rowKey={({ provider, day }) => `${provider} ${day}`}
              />
            </div>
            <Differences comparisons={data?.comparisons ?? []} />
          </section>
        </div>
      )}
    </>
  )
}

function Totals({ total }: { total: DailyMoney['total'] | undefined }) {
  const money = (value: string | undefined) => value !== undefined && <Money value={value} />
  return (
    <section aria-label="Totais" className={classes.section}>
      <h2>Totais</h2>
      <div className={classes.totals}>
        <StatCard icon={IconCash} label="Entradas" value={money(total?.gross)}>
          {total &&
            `${plural(total.payments, 'pagamento', 'pagamentos')}${total.interest === '0.00' ? '' : ` · ${formatDecimal(total.interest)} de juros`}`}
        </StatCard>
        <StatCard
          icon={IconCreditCard}
          label="Tarifas do meio de pagamento"
          value={money(total?.gateway_fee)}
        >
          não voltam numa devolução
        </StatCard>
        <StatCard icon={IconPercentage} label="Taxa de serviço" value={money(total?.service_fee)}>
          da plataforma
        </StatCard>
        <StatCard icon={IconPigMoney} label="Líquido" value={money(total?.net)}>
          {total &&
            `depois de ${formatDecimal(total.refunded)} devolvidos e ${formatDecimal(total.returned)} contestados`}
        </StatCard>
      </div>
    </section>
  )
}

type MovedRow = MoneyMoved & { day: string }

const MOVED_COLUMNS: readonly Column<MovedRow>[] = [
  {
    key: 'day',
    header: 'Dia',
    title: true,
    compact: 'first',
    cell: ({ day, type }) => <Unbroken>{`${day} · ${PAYMENT_TYPES[type]}`}</Unbroken>,
  },
  {
    key: 'payments',
    header: 'Pagamentos',
    align: 'end',
    cell: ({ payments }) => countWords(payments),
  },
  {
    ...moneyColumn('gross', 'Entradas', ({ gross }: MovedRow) => gross),
    compact: 'second',
    labelled: true,
  },
  moneyColumn('gateway', 'Tarifas', (row) => row.gateway_fee),
  {
    ...moneyColumn('service', 'Taxas', (row: MovedRow) => row.service_fee),
    compact: 'third',
    labelled: true,
  },
  {
    ...moneyColumn('refunded', 'Devolvido', ({ refunded }: MovedRow) => refunded),
    compact: 'third-end',
    labelled: true,
  },
  moneyColumn('returned', 'Contestado', ({ returned }) => returned),
  {
    ...moneyColumn('net', 'Líquido', ({ net }: MovedRow) => net),
    compact: 'second-end',
    labelled: true,
  },
]

type Comparison = DailyMoney['comparisons'][number]

const counted = (count: number | null): string => (count === null ? '—' : countWords(count))

const COMPARISON_COLUMNS: readonly Column<Comparison>[] = [
  { key: 'day', header: 'Cobranças criadas em', title: true, compact: 'first', cell: ({ day }) => day },
  { key: 'provider', header: 'Meio de pagamento', compact: 'second', cell: ({ provider }) => provider },
  {
    key: 'charges',
    header: 'Comparadas',
    align: 'end',
    compact: 'third',
    labelled: true,
    cell: ({ charges }) => counted(charges),
  },
  {
    key: 'repaired',
    header: 'Corrigidas',
    align: 'end',
    compact: 'third-end',
    labelled: true,
    cell: ({ repaired }) => counted(repaired),
  },
  {
    key: 'result',
    header: 'Resultado',
    compact: 'first-end',
    cell: ({ finished_at, differences }) => {
      if (differences.length > 0)
        return (
          <StatusChip tone="error">
            {differences.length === 1 ? '1 diferença' : `${differences.length} diferenças`}
          </StatusChip>
        )
      return finished_at ? <StatusChip tone="success">Igual</StatusChip> : 'Em andamento'
    },
  },
]

function Differences({ comparisons }: { comparisons: readonly Comparison[] }) {
  const rows = comparisons.flatMap(({ differences, ...of }) => differences.map((one) => ({ ...of, ...one })))
  if (rows.length === 0) return null
  return (
    <div className={classes.table}>
      <h3>
        <span>
          <IconAlertTriangle size={18} aria-hidden /> O que precisa de uma pessoa
        </span>
      </h3>
      <DataTable
        caption="Diferenças"
        columns={[
          { key: 'kind', header: 'Diferença', title: true, cell: ({ kind }) => DIFFERENCES[kind].words },
          { key: 'day', header: 'Criada em', cell: ({ day }) => day },
          { key: 'charge', header: 'Cobrança', cell: ({ charge_id }) => charge_id },
          { key: 'payment', header: 'Pagamento', cell: ({ payment_id }) => payment_id ?? '—' },
          {
            key: 'status',
            header: 'Situação lá',
            cell: ({ status }) => (status === null ? '—' : (PAYMENT_STATUSES[status]?.label ?? status)),
          },
          {
            key: 'amount',
            header: 'Valor lá',
            align: 'end',
            cell: ({ amount: value }) => (value === null ? '—' : <Money value={value} />),
          },
          { key: 'step', header: 'O que fazer', cell: ({ kind }) => DIFFERENCES[kind].step },
        ]}
        rows={rows}
        rowKey={({ provider, day, kind, charge_id }) => `${provider} ${day} ${kind} ${charge_id}`}
      />
    </div>
  )
}
