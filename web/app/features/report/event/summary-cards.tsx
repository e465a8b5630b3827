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
import { useMay } from '#web/session/use-may.ts'
import { Money } from '#web/ui/money.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { centsOf, moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import classes from '../report.module.css'

/** In the order of the calculation; subtracted amounts have a minus sign. */
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

/** The registrations of an event and the organizer's net amount. `data` is undefined while loading. */
export function PanelCards({ data }: { data: EventDashboard | undefined }) {
  const seesMoney = useMay('view-event-finances')
  const { registrations, finances, event } = data ?? {}
  return (
    <section aria-label="Resumo do evento" className={classes.cards}>
      <h2 className="sr-only">Em números</h2>
      <StatCard icon={IconTicket} label="Inscritos" value={registrations?.registered}>
        {event &&
          (event.capacity === null
            ? 'sem limite de vagas'
            : `${countWords(event.held)} de ${countWords(event.capacity)} vagas ocupadas`)}
      </StatCard>
      <StatCard icon={IconCircleCheck} tone="success" label="Confirmados" value={registrations?.confirmed}>
        {registrations && `${plural(registrations.free, 'gratuito', 'gratuitos')}`}
      </StatCard>
      <StatCard icon={IconClock} tone="warning" label="Pendentes" value={registrations?.pending} />
      <StatCard icon={IconCircleX} tone="error" label="Cancelados" value={registrations?.cancelled} />
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
