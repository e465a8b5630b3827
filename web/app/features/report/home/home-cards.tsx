import {
  IconArrowBackUp,
  IconArrowDownRight,
  IconArrowUpRight,
  IconCash,
  IconEqual,
  IconHourglass,
  IconTicket,
} from '@tabler/icons-react'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import type { OrganizerToday } from '#contract/report/home.ts'
import { countWords } from '#contract/words.ts'
import { useMay } from '#web/session/use-may.ts'
import { Money } from '#web/ui/money.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { centsOf } from '../charts/cells.ts'
import classes from '../report.module.css'
import { changeOf } from './percent-change.ts'

const ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual }

interface HomeCardsProps {
  /** Undefined while loading. */
  data: OrganizerDashboard | undefined
  /** Undefined after a failure. */
  today: OrganizerToday | undefined
}

/** The totals of the period, with the change from the previous one and today's part, and what is not paid yet. */
export function HomeCards({ data, today }: HomeCardsProps) {
  const seesMoney = useMay('view-event-finances')
  const { current, previous } = data ?? {}
  return (
    <section aria-label="Resumo do período" className={classes.figures}>
      <h2 className="sr-only">Em números</h2>
      <StatCard icon={IconTicket} label="Inscrições" value={current?.registrations}>
        {today && <Today>{`${countWords(today.today.registrations)} hoje`}</Today>}
        {previous && current && <Changed now={current.registrations} before={previous.registrations} />}
      </StatCard>
      {seesMoney && (
        <>
          <StatCard
            icon={IconCash}
            label="Recebido"
            value={current && <Money value={current.received ?? '0.00'} />}
          >
            {today && <Today>{`${formatDecimal(today.today.received ?? '0.00')} hoje`}</Today>}
            {previous && current && (
              <Changed now={centsOf(current.received)} before={centsOf(previous.received)} />
            )}
          </StatCard>
          <StatCard
            icon={IconArrowBackUp}
            label="Devolvido"
            value={current && <Money value={current.returned ?? '0.00'} />}
          >
            {previous && current && (
              <Changed now={centsOf(current.returned)} before={centsOf(previous.returned)} />
            )}
          </StatCard>
        </>
      )}
      {today && <Waiting waiting={today.waiting} seesMoney={seesMoney} />}
    </section>
  )
}

function Waiting({ waiting, seesMoney }: { waiting: OrganizerToday['waiting']; seesMoney: boolean }) {
  const cents = waiting.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  const registrations = waiting.reduce((sum, one) => sum + one.registrations, 0)
  return (
    <StatCard
      icon={IconHourglass}
      label="Em aberto"
      value={seesMoney ? <Money value={cents} /> : registrations}
    >
      {waiting.length === 0
        ? 'nenhum pagamento espera'
        : waiting
            .map(({ type, registrations: count }) => `${PAYMENT_TYPES[type]}: ${countWords(count)}`)
            .join(' · ')}
    </StatCard>
  )
}

function Today({ children }: { children: string }) {
  return <span className={classes.today}>{children}</span>
}

function Changed({ now, before }: { now: number; before: number }) {
  const { direction, words } = changeOf(now, before)
  const Icon = ICONS[direction]
  return (
    <span className={classes.change}>
      <Icon size={16} aria-hidden />
      {words}
    </span>
  )
}
