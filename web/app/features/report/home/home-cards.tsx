import {
  IconArrowBackUp,
  IconArrowDownRight,
  IconArrowUpRight,
  IconCash,
  IconEqual,
  IconTicket,
} from '@tabler/icons-react'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import { useMay } from '#web/session/use-may.ts'
import { Money } from '#web/ui/money.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { centsOf } from '../charts/cells.ts'
import classes from '../report.module.css'
import { changeOf } from './percent-change.ts'

const ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual }

/** The totals of the period, with the change from the previous one. Undefined while loading. */
export function HomeCards({ data }: { data: OrganizerDashboard | undefined }) {
  const seesMoney = useMay('view-event-finances')
  const { current, previous } = data ?? {}
  return (
    <section aria-label="Resumo do período" className={classes.cards}>
      <h2 className="sr-only">Em números</h2>
      <StatCard icon={IconTicket} label="Inscrições" value={current?.registrations}>
        {previous && current && <Changed now={current.registrations} before={previous.registrations} />}
      </StatCard>
      {seesMoney && (
        <>
          <StatCard
            icon={IconCash}
            label="Recebido"
            value={current && <Money value={current.received ?? '0.00'} />}
          >
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
    </section>
  )
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
