import {
  IconAlertTriangle,
  IconCash,
  IconCreditCard,
  IconPercentage,
  IconPigMoney,
  IconReceiptRefund,
} from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import { type DailyMoney, DIFFERENCES, getDailyMoney, type MoneyMoved } from '#contract/report/daily-money.ts'
import type { Period } from '#contract/report/period.ts'
import { countWords, plural } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { COMPANY_STATEMENT_PATH, REFUNDS_PATH } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FramedError } from '../../../ui/frame.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { StatCard } from '../../backoffice/home/stat-card.tsx'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { PeriodButtons, PeriodFields } from '../period-filter.tsx'
import { readFilters } from '../statement/filters.ts'
import classes from '../statement/statement.module.css'

const dailyMoneyQuery = (query: Period) =>
  queryOptions({
    queryKey: ['daily-money', query],
    queryFn: async ({ signal }) => (await api(getDailyMoney, { query, signal })).data,
    // Payments and refunds arrive all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const meta = pageTitle('Movimento diário')

/** What moved on each day by each method, and how our charges compare with the gateway's: docs/algorithms/report.md. */
export default function DailyMoneyScreen() {
  const { filter, setFilters } = useListSearch()
  const { from, to } = readFilters(filter)
  const query = useQuery(dailyMoneyQuery({ from, to }))
  const { data, isPlaceholderData } = query
  const failure = listFailure(query)
  return (
    <>
      <PageHeader
        title="Movimento diário"
        description="O que entrou e saiu em cada dia, e se o meio de pagamento diz o mesmo. Sem datas, os últimos 31 dias."
      />
      <DetailToolbar back={{ to: COMPANY_STATEMENT_PATH }}>
        <LinkButton to={REFUNDS_PATH} variant="default" icon={IconReceiptRefund}>
          Devoluções
        </LinkButton>
      </DetailToolbar>
      <search className={classes.filters} aria-label="Filtrar movimento">
        <PeriodButtons period={{ from, to }} bounded onChange={setFilters} />
        <div className={classes.fields}>
          <PeriodFields period={{ from, to }} onChange={setFilters} />
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

const amount = (key: string, header: string, of: (row: MovedRow) => string): Column<MovedRow> => ({
  key,
  header,
  align: 'end',
  cell: (row) => <Money value={of(row)} />,
})
const MOVED_COLUMNS: readonly Column<MovedRow>[] = [
  { key: 'day', header: 'Dia', title: true, cell: ({ day, type }) => `${day} · ${PAYMENT_TYPES[type]}` },
  {
    key: 'payments',
    header: 'Pagamentos',
    align: 'end',
    cell: ({ payments }) => countWords(payments),
  },
  amount('gross', 'Entradas', ({ gross }) => gross),
  amount('gateway', 'Tarifas', (row) => row.gateway_fee),
  amount('service', 'Taxa de serviço', (row) => row.service_fee),
  amount('refunded', 'Devolvido', ({ refunded }) => refunded),
  amount('returned', 'Contestado', ({ returned }) => returned),
  amount('net', 'Líquido', ({ net }) => net),
]

type Comparison = DailyMoney['comparisons'][number]

const COMPARISON_COLUMNS: readonly Column<Comparison>[] = [
  { key: 'day', header: 'Cobranças criadas em', title: true, cell: ({ day }) => day },
  { key: 'provider', header: 'Meio de pagamento', cell: ({ provider }) => provider },
  {
    key: 'charges',
    header: 'Comparadas',
    align: 'end',
    cell: ({ charges }) => countWords(charges),
  },
  {
    key: 'repaired',
    header: 'Corrigidas',
    align: 'end',
    cell: ({ repaired }) => countWords(repaired),
  },
  {
    key: 'result',
    header: 'Resultado',
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
          { key: 'kind', header: 'Diferença', title: true, cell: ({ kind }) => DIFFERENCES[kind] },
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
        ]}
        rows={rows}
        rowKey={({ provider, day, kind, charge_id }) => `${provider} ${day} ${kind} ${charge_id}`}
      />
    </div>
  )
}
