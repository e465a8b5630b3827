import { Skeleton } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCash,
  IconChevronRight,
  IconMap2,
  IconPercentage,
  IconReceipt2,
  IconReceiptRefund,
  IconSend,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { EnterpriseOverview } from '#contract/backoffice/overview.ts'
import { countWords } from '#contract/words.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import {
  ALL_EVENTS_PATH,
  CITIES_PATH,
  ENTERPRISE_PAYOUTS_PATH,
  ENTERPRISE_STATEMENT_PATH,
  EVENT_PATH,
  FEES_PATH,
  PEOPLE_PATH,
  pathTo,
  REFUNDS_PATH,
} from '#web/paths.ts'
import { DateBlock } from '#web/ui/date-block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FramedError } from '#web/ui/frame.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import stat from '#web/ui/stat-card.module.css'
import { StatCard } from '#web/ui/stat-card.tsx'
import { enterpriseOverviewQuery } from '../queries.ts'
import { EventCountsLine } from './event-counts-line.tsx'
import home from './home.module.css'
import classes from './next-events.module.css'

export const meta = pageTitle('Página Inicial')

export default function EnterpriseHomeScreen() {
  const query = useQuery(enterpriseOverviewQuery)
  const { data } = query
  const failure = recordFailure(query)
  return (
    <>
      <PageHeader
        title="Página Inicial"
        description={
          data ? `${data.enterprise.name} agora. Atualiza sozinha a cada minuto.` : 'A empresa agora.'
        }
      />
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={home.sections}>
          <Totals data={data} />
          <NextEvents data={data} />
        </div>
      )}
    </>
  )
}

function Totals({ data }: { data: EnterpriseOverview | undefined }) {
  return (
    <section className={home.section}>
      <h2>Em números</h2>
      <div className={home.stats}>
        <StatCard
          icon={IconCalendarEvent}
          label="Eventos ativos"
          value={data?.events.active}
          to={ALL_EVENTS_PATH}
        >
          {data && <EventCountsLine events={data.events} />}
        </StatCard>
        <StatCard icon={IconTicket} label="Inscrições" value={data?.registrations} to={PEOPLE_PATH}>
          pendentes e confirmadas
        </StatCard>
        <StatCard icon={IconCash} label="Bruto recebido" value={data && <Money value={data.received} />}>
          tudo o que entrou, sem pagamentos repetidos
        </StatCard>
        <StatCard icon={IconMap2} label="Cidades" value={data?.cities} to={CITIES_PATH}>
          com eventos da empresa
        </StatCard>
        <StatCard icon={IconUsers} label="Organizadores" value={data?.organizers}>
          que publicam pela empresa
        </StatCard>
        <StatCard icon={IconReceipt2} label="Extrato" value={data && 'Ver'} to={ENTERPRISE_STATEMENT_PATH}>
          bruto, taxas e líquido por organizador
        </StatCard>
        <StatCard icon={IconSend} label="Repasses" value={data && 'Ver'} to={ENTERPRISE_PAYOUTS_PATH}>
          o que cada organizador tem a receber, e o que espera aprovação
        </StatCard>
        <StatCard icon={IconReceiptRefund} label="Devoluções" value={data && 'Ver'} to={REFUNDS_PATH}>
          o que volta aos participantes, e o que espera por você
        </StatCard>
        <StatCard icon={IconPercentage} label="Taxas" value={data && 'Configurar'} to={FEES_PATH}>
          os limites da taxa de serviço
        </StatCard>
      </div>
    </section>
  )
}

function NextEvents({ data }: { data: EnterpriseOverview | undefined }) {
  return (
    <section className={home.section}>
      <h2>Próximos eventos</h2>
      <div className={stat.card}>
        {!data && <NextEventsSkeleton />}
        {data?.next_events.length === 0 && (
          <EmptyState
            description="Quando um organizador publicar o próximo, ele aparece aqui."
            icon={<IconBuildingCommunity size={28} />}
          />
        )}
        {data && data.next_events.length > 0 && (
          <>
            <ul className={classes.next}>
              {data.next_events.map((event) => (
                <li key={event.id}>
                  <DateBlock date={event.date_event} />
                  <p className={classes.nextWords}>
                    <Link to={pathTo(EVENT_PATH, event.slug)}>{event.title}</Link>
                    <span>
                      {[event.city, event.state].filter(Boolean).join(', ') || 'Cidade não informada'}
                    </span>
                  </p>
                  <p className={classes.held}>
                    {countWords(event.held)}
                    <span>{event.capacity === null ? 'inscrições' : `de ${countWords(event.capacity)}`}</span>
                  </p>
                </li>
              ))}
            </ul>
            <Link to={ALL_EVENTS_PATH} className={home.more}>
              Ver todos os eventos
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </>
        )}
      </div>
    </section>
  )
}

const ROWS = [1, 2, 3]

function NextEventsSkeleton() {
  return (
    <ul className={classes.next} aria-busy>
      {ROWS.map((row) => (
        <li key={row}>
          <Skeleton width={56} height={60} />
          <span className={classes.nextWords}>
            <Skeleton height={18} width="60%" />
            <Skeleton height={14} width="35%" />
          </span>
        </li>
      ))}
    </ul>
  )
}
