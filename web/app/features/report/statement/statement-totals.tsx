import { IconArrowBackUp, IconCash, IconPercentage, IconPigMoney } from '@tabler/icons-react'
import { formatCents, toCents, toDecimal } from '#contract/money.ts'
import type { Finances } from '#contract/report/dashboard.ts'
import type { Statement } from '#contract/report/statement.ts'
import { Money } from '#web/ui/money.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import classes from '#web/ui/statement.module.css'

export function StatementTotals({ total }: { total: Finances | undefined }) {
  const money = (value: string | undefined) => value !== undefined && <Money value={value} />
  return (
    <section aria-label="Totais" className={classes.section}>
      <h2>Totais</h2>
      <div className={classes.totals}>
        <StatCard icon={IconCash} label="Bruto recebido" value={total && money(total.received)}>
          {total && cents(total.moved) !== 0
            ? `créditos entre eventos: ${reais(total.moved)}`
            : 'tudo o que entrou, sem pagamentos repetidos'}
        </StatCard>
        <StatCard icon={IconArrowBackUp} label="Devolvido" value={total && money(total.returned)}>
          {isOwed(total) ? `ainda a devolver: ${owed(total)}` : 'reembolsos e contestações'}
        </StatCard>
        <StatCard icon={IconPercentage} label="Taxas" value={total && money(feesOf(total))}>
          {total && feeWords(total)}
        </StatCard>
        <StatCard icon={IconPigMoney} label="Líquido" value={total && money(total.net)}>
          {total && cents(total.cash) !== 0
            ? `depois de ${reais(total.cash)} recebidos em dinheiro`
            : 'do organizador'}
        </StatCard>
      </div>
    </section>
  )
}

/** The organizer's net amount includes the donations, and the organizer must pass them on. */
export function Donations({ donations }: { donations: Statement['donations'] }) {
  if (donations.length === 0) return null
  return (
    <section aria-label="Doações" className={classes.section}>
      <h2>Doações de eventos cancelados</h2>
      <p>Este valor está no líquido: a organização se comprometeu a repassar a quem o participante doou.</p>
      <ul className={classes.donations}>
        {donations.map(({ event, to, amount }) => (
          <li key={event.id}>
            <Money value={amount} /> para {to}, de {event.name}
          </li>
        ))}
      </ul>
    </section>
  )
}

const cents = (value: string): number => toCents(value) ?? 0
const reais = (value: string): string => formatCents(cents(value))

type Fees = Pick<Finances, 'fees' | 'setup_fee' | 'card_fees'>

/** The sum of service fees, setup fee and the cost of interest-free installments. */
export const feesOf = ({ fees, setup_fee, card_fees }: Fees): string =>
  toDecimal(cents(fees) + cents(setup_fee) + cents(card_fees))

const feeWords = ({ fees, setup_fee, card_fees }: Fees): string =>
  [
    `serviço ${reais(fees)}`,
    `setup ${reais(setup_fee)}`,
    ...(cents(card_fees) === 0 ? [] : [`parcelamento ${reais(card_fees)}`]),
  ].join(' · ')

const owedCents = ({ owed_back, repeated }: Finances): number => cents(owed_back) + cents(repeated)
const isOwed = (total: Finances | undefined): total is Finances => total !== undefined && owedCents(total) > 0
/** The amount to be refunded for payments without a registration and for double payments. */
const owed = (total: Finances): string => formatCents(owedCents(total))
