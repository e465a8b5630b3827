import { IconCashBanknote, IconHourglass, IconLock, IconSend } from '@tabler/icons-react'
import { formatBasisPoints, formatDecimal, toCents } from '#contract/money.ts'
import type { Balance, OrganizerBalance } from '#contract/payout/payout.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { StatCard } from '../backoffice/home/stat-card.tsx'
import statement from '../report/statement/statement.module.css'

const cents = (value: string): number => toCents(value) ?? 0

/** Everything that is held back, in cents. */
export const heldCents = ({ unsettled, asked, reserve }: Balance): number =>
  cents(unsettled) + cents(asked) + cents(reserve)

/** Why it is held back; zero parts are left out. */
const heldWords = ({ unsettled, asked, reserve }: Balance): string =>
  [
    ['a compensar', unsettled],
    ['devoluções pedidas', asked],
    ['reserva', reserve],
  ]
    .filter(([, amount = '']) => cents(amount) > 0)
    .map(([words, amount = '']) => `${words} ${formatDecimal(amount)}`)
    .join(' · ')

/** What can be paid out, what is held back and why, what is on its way and what was paid. */
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

const amount = (key: keyof Balance, header: string): Column<EventRow> => ({
  key,
  header,
  align: 'end',
  cell: (row) => <Money value={row[key]} />,
})

const COLUMNS: readonly Column<EventRow>[] = [
  { key: 'title', header: 'Evento', title: true, cell: ({ title }) => title },
  { key: 'date', header: 'Data', cell: ({ date_event }) => date_event },
  amount('net', 'Líquido'),
  amount('paid', 'Repassado'),
  amount('paying', 'Em pagamento'),
  {
    key: 'held',
    header: 'Retido',
    align: 'end',
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
    // A negative amount is owed to the company.
    cell: ({ available, owing }) => <Money value={cents(owing) > 0 ? -cents(owing) : available} />,
  },
]

/** The parts of each event's net. */
export function BalanceEvents({ balance }: { balance: OrganizerBalance | undefined }) {
  return (
    <section className={statement.section}>
      <h2>Por evento</h2>
      <div className={statement.table}>
        <DataTable
          caption="Saldo por evento"
          columns={COLUMNS}
          rows={balance?.events}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  )
}

/** `10%` */
export const percentWords = (percentage: string): string => formatBasisPoints(cents(percentage))

/** How the reserve works, in one sentence. */
export function reserveWords({ reserve: { percentage, days } }: OrganizerBalance): string {
  return `Para devoluções ficam retidos ${percentWords(percentage)} do que entrou em cada evento, até ${days} ${days === 1 ? 'dia' : 'dias'} depois da corrida. Cartão e boleto entram quando o meio de pagamento credita.`
}
