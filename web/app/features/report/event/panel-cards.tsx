import {
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPigMoney,
  IconTicket,
} from '@tabler/icons-react'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { Money } from '../../../ui/money.tsx'
import { useMay } from '../../../use-may.ts'
import { countWords, plural } from '../../backoffice/count.ts'
import { StatCard } from '../../backoffice/home/stat-card.tsx'
import classes from '../report.module.css'

/** The event at a glance: the participants' cards, and what is the organizer's. Undefined while loading. */
export function PanelCards({ data }: { data: EventDashboard | undefined }) {
  const seesMoney = useMay('view-event-finances')
  const { registrations, finances, event } = data ?? {}
  const count = (value: number | undefined) => value !== undefined && countWords(value)
  return (
    <section aria-label="Resumo do evento" className={classes.cards}>
      <h2 className="sr-only">Em números</h2>
      <StatCard icon={IconTicket} label="Inscritos" value={registrations && count(registrations.registered)}>
        {event &&
          (event.capacity === null
            ? 'sem limite de vagas'
            : `${countWords(event.held)} de ${countWords(event.capacity)} vagas ocupadas`)}
      </StatCard>
      <StatCard
        icon={IconCircleCheck}
        label="Confirmados"
        value={registrations && count(registrations.confirmed)}
      >
        {registrations && `${plural(registrations.free, 'gratuito', 'gratuitos')}`}
      </StatCard>
      <StatCard icon={IconClock} label="Pendentes" value={registrations && count(registrations.pending)} />
      <StatCard
        icon={IconCircleX}
        label="Cancelados"
        value={registrations && count(registrations.cancelled)}
      />
      {seesMoney && (
        <>
          <StatCard
            icon={IconCash}
            label="Pago"
            value={data && <Money value={finances?.balance ?? '0.00'} />}
          >
            {registrations && plural(registrations.paid, 'inscrição paga', 'inscrições pagas')}
          </StatCard>
          <StatCard
            icon={IconPigMoney}
            label="Líquido"
            value={data && <Money value={finances?.net ?? '0.00'} />}
          >
            depois de taxas e devoluções
          </StatCard>
        </>
      )}
    </section>
  )
}
