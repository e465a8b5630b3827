import {
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPigMoney,
  IconTicket,
} from '@tabler/icons-react'
import { formatDecimal } from '#contract/money.ts'
import type { EventDashboard, Finances } from '#contract/report/dashboard.ts'
import { countWords, plural } from '#contract/words.ts'
import { Money } from '../../../ui/money.tsx'
import { useMay } from '../../../use-may.ts'
import { StatCard } from '../../backoffice/home/stat-card.tsx'
import { centsOf, moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../report.module.css'

/** In the order of the calculation; subtracted amounts have a minus. */
const LINES: readonly (readonly [label: string, name: keyof Finances, sign: '' | '−'])[] = [
  ['Recebido', 'received', ''],
  ['Devolvido', 'returned', '−'],
  ['Crédito de outra data', 'moved', ''],
  ['A devolver', 'owed_back', '−'],
  ['Taxa de serviço', 'fees', '−'],
  ['Taxa de publicação', 'setup_fee', '−'],
  ['Tarifa do parcelamento', 'card_fees', '−'],
  ['Recebido em dinheiro', 'cash', '−'],
  ['Líquido', 'net', ''],
]

/** From the gross amount to the organizer's net amount. */
export function FinancesCard({ finances, fileName }: { finances: Finances; fileName: string }) {
  const lines = LINES.filter(([, name]) => name !== 'moved' || centsOf(finances.moved) !== 0)
  return (
    <ChartCard
      title="Do recebido ao líquido"
      description="A devolver: o que foi pago por inscrições canceladas ou além do preço."
      fileName={`${fileName}-liquido`}
      table={{
        headings: ['Valor', 'Total'],
        rows: lines.map(([label, name]) => [label, moneyCell(finances[name])]),
      }}
    >
      <dl className={classes.sum}>
        {lines.map(([label, name, sign]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {centsOf(finances[name]) !== 0 && sign} {formatDecimal(finances[name])}
            </dd>
          </div>
        ))}
      </dl>
      {centsOf(finances.repeated) > 0 && (
        <p className={classes.note}>
          Além disso, {formatDecimal(finances.repeated)} foram pagos em duplicidade e precisam ser devolvidos.
        </p>
      )}
    </ChartCard>
  )
}

/** The event's summary: the participants' cards and the organizer's net amount. Undefined while loading. */
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
        tone="success"
        label="Confirmados"
        value={registrations && count(registrations.confirmed)}
      >
        {registrations && `${plural(registrations.free, 'gratuito', 'gratuitos')}`}
      </StatCard>
      <StatCard
        icon={IconClock}
        tone="warning"
        label="Pendentes"
        value={registrations && count(registrations.pending)}
      />
      <StatCard
        icon={IconCircleX}
        tone="error"
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
