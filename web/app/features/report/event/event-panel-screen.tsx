import { Button } from '@mantine/core'
import {
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconExternalLink,
  IconPigMoney,
  IconRun,
  IconSpeakerphone,
  IconTicket,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDecimal } from '#contract/money.ts'
import type { EventDashboard, Finances } from '#contract/report/dashboard.ts'
import { EVENT_PATH, eventsPath, participantsPath, pathTo } from '../../../paths.ts'
import { recordFailure } from '../../../query-failure.ts'
import { useSession } from '../../../session.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Frame, FramedError } from '../../../ui/frame.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { countWords, plural } from '../../backoffice/count.ts'
import { StatCard } from '../../backoffice/home/stat-card.tsx'
import { EventStatusChip } from '../../event/manage/event-status-chip.tsx'
import { centsOf, moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { DaysCards } from '../charts/days-cards.tsx'
import { panelQuery } from '../queries.ts'
import classes from '../report.module.css'
import { Audience } from './audience.tsx'
import { CategoriesCard, CouponsCard, MethodsCard, StatusesCard } from './bar-cards.tsx'
import { SizesCard } from './sizes-card.tsx'

export const meta = pageTitle('Painel do evento')

/** The figures of one event. */
export default function EventPanelScreen() {
  const eventId = useIdParam() ?? 0
  const session = useSession()
  const query = useQuery(panelQuery(eventId))
  const { data } = query
  const failure = recordFailure(query)
  if (!session) return null
  return (
    <div className={classes.panel}>
      <PageHeader
        title="Painel"
        description={data && `${data.event.title} · ${data.event.date_event}`}
        badge={data && <EventStatusChip status={data.event.status} />}
      />
      <DetailToolbar back={{ to: eventsPath(session) }}>
        <Button
          component={Link}
          to={participantsPath(session, eventId)}
          variant="default"
          leftSection={<IconRun size={20} aria-hidden />}
        >
          Participantes
        </Button>
      </DetailToolbar>
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} aria-busy={!data}>
          <PanelCards data={data} />
          {data && (data.registrations.registered === 0 ? <Nobody data={data} /> : <Figures data={data} />)}
        </div>
      )}
    </div>
  )
}

function Figures({ data }: { data: EventDashboard }) {
  const name = `evento-${data.event.id}`
  return (
    <>
      <div className={classes.pair}>
        <DaysCards days={data.by_day} fileName={name} />
        {data.finances && <FinancesCard finances={data.finances} fileName={name} />}
        {data.by_method && <MethodsCard methods={data.by_method} fileName={name} />}
        <CategoriesCard categories={data.by_category} fileName={name} />
        <StatusesCard payments={data.by_payment} fileName={name} />
      </div>
      <SizesCard kits={data.sizes} title={data.event.title} fileName={name} />
      <div className={classes.pair}>
        {data.coupons.length > 0 && <CouponsCard coupons={data.coupons} fileName={name} />}
        <Audience eventId={data.event.id} fileName={name} />
      </div>
    </>
  )
}

function Nobody({ data: { event } }: { data: EventDashboard }) {
  return (
    <Frame>
      <EmptyState
        title="Ninguém se inscreveu ainda."
        description="Confira a página do evento e divulgue o link. Os gráficos aparecem com a primeira inscrição."
        icon={<IconSpeakerphone size={28} />}
      >
        <Button
          component="a"
          href={pathTo(EVENT_PATH, event.slug)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          Ver página
        </Button>
      </EmptyState>
    </Frame>
  )
}

/** In the order of the calculation; subtracted amounts have a minus. */
const LINES: readonly (readonly [label: string, name: keyof Finances, sign: '' | '−'])[] = [
  ['Recebido', 'received', ''],
  ['Devolvido', 'returned', '−'],
  ['A devolver', 'owed_back', '−'],
  ['Taxa de serviço', 'fees', '−'],
  ['Taxa de publicação', 'setup_fee', '−'],
  ['Líquido', 'net', ''],
]

/** From the gross amount to the organizer's net amount. */
function FinancesCard({ finances, fileName }: { finances: Finances; fileName: string }) {
  return (
    <ChartCard
      title="Do recebido ao líquido"
      description="A devolver: o que foi pago por inscrições canceladas ou além do preço."
      fileName={`${fileName}-liquido`}
      table={{
        headings: ['Valor', 'Total'],
        rows: LINES.map(([label, name]) => [label, moneyCell(finances[name])]),
      }}
    >
      <dl className={classes.sum}>
        {LINES.map(([label, name, sign]) => (
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
function PanelCards({ data }: { data: EventDashboard | undefined }) {
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
