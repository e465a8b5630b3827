import { IconCashBanknote, IconHourglass, IconLock, IconSend } from '@tabler/icons-react'
import { formatBasisPoints, formatDecimal, toCents } from '#contract/money.ts'
import type { Balance, OrganizerBalance } from '#contract/payout/payout.ts'
import { moneyColumn } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import statement from '#web/ui/statement.module.css'

const cents = (value: string): number => toCents(value) ?? 0

export const heldCents = ({ unsettled, asked, reserve }: Balance): number =>
  cents(unsettled) + cents(asked) + cents(reserve)

/** The retained amounts by reason; zero amounts are left out. */
const heldWords = ({ unsettled, asked, reserve }: Balance): string =>
  [
    ['a compensar', unsettled],
    ['devoluções pedidas', asked],
    ['reserva', reserve],
  ]
    .filter(([, amount = '']) => cents(amount) > 0)
    .map(([words, amount = '']) => `${words} ${formatDecimal(amount)}`)
    .join(' · ')

export function BalanceTotals({ balance }: { balance: OrganizerBalance | undefined }) {
  const total = balance?.total
  return (
    <section aria-label="Saldo" className={statement.section}>
      <h2>Saldo</h2>
      <div className={statement.totals}>
        <StatCard
          icon={IconCashBanknote}
          label="Disponível"
          value={balance && <Money value={balance.payable} />}
        >
          {total &&
            (cents(total.owing) > 0
              ? `já sem ${formatDecimal(total.owing)} de eventos com saldo negativo`
              : cents(balance?.payable ?? '0') > 0
                ? 'pode ser pedido agora'
                : 'nada a pedir agora')}
        </StatCard>
        <StatCard icon={IconLock} label="Retido" value={total && <Money value={heldCents(total)} />}>
          {total && (heldWords(total) || 'nada retido')}
        </StatCard>
        <StatCard icon={IconHourglass} label="Em pagamento" value={total && <Money value={total.paying} />}>
          pedido ou aprovado
        </StatCard>
        <StatCard icon={IconSend} label="Já repassado" value={total && <Money value={total.paid} />}>
          {total &&
            `de ${formatDecimal(total.net)} líquidos${cents(total.split) > 0 ? ` · ${formatDecimal(total.split)} na carteira` : ''}`}
        </StatCard>
      </div>
    </section>
  )
}

type EventRow = OrganizerBalance['events'][number]

const COLUMNS: readonly Column<EventRow>[] = [
  { key: 'title', header: 'Evento', title: true, compact: 'first', cell: ({ title }) => title },
  { key: 'date', header: 'Data', compact: 'second', cell: ({ date_event }) => date_event },
  { ...moneyColumn('net', 'Líquido', (row: EventRow) => row.net), compact: 'first-end' },
  {
    ...moneyColumn('paid', 'Repassado', (row: EventRow) => row.paid),
    compact: 'second-end',
    labelled: true,
  },
  moneyColumn('paying', 'Em pagamento', (row) => row.paying),
  {
    key: 'held',
    header: 'Retido',
    align: 'end',
    compact: 'third',
    labelled: true,
    cell: (row) => (
      <>
        <Money value={heldCents(row)} />
        {cents(row.reserve) > 0 && <div>reserva até {row.reserve_until}</div>}
      </>
    ),
  },
  {
    key: 'available',
    header: 'Disponível',
    align: 'end',
    compact: 'third-end',
    labelled: true,
    // A negative amount is what the organizer owes to the platform.
    cell: ({ available, owing }) => <Money value={cents(owing) > 0 ? -cents(owing) : available} />,
  },
]

export function BalanceEvents({ balance }: { balance: OrganizerBalance | undefined }) {
  return (
    <section className={statement.section}>
      <h2>Por evento</h2>
      <div className={statement.table}>
        <DataTable
          dense
          caption="Saldo por evento"
          columns={COLUMNS}
          rows={balance?.events}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  )
}

export const percentWords = (percentage: string): string => formatBasisPoints(cents(percentage))

export function reserveWords({ reserve: { percentage, days } }: OrganizerBalance): string {
  return `Para devoluções ficam retidos ${percentWords(percentage)} do que entrou em cada evento, até ${days} ${days === 1 ? 'dia' : 'dias'} depois da corrida. Cartão e boleto entram quando o meio de pagamento credita.`
}
