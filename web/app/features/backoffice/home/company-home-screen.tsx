import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCash,
  IconChevronRight,
  IconMap2,
  IconPercentage,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CompanyOverview } from '#contract/backoffice/overview.ts'
import { failureMessage } from '../../../api.ts'
import { DateBlock } from '../../../ui/date-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from '../backoffice.module.css'
import { countWords } from '../count.ts'
import { CITIES_PATH, EVENTS_PATH, FEES_PATH, PEOPLE_PATH } from '../places.ts'
import { companyOverviewQuery } from '../queries.ts'
import { EventCountsLine } from './event-counts-line.tsx'
import home from './home.module.css'
import { NextEventsSkeleton } from './next-events-skeleton.tsx'
import { StatCard } from './stat-card.tsx'

/** One enterprise at a glance, and the way to what it looks after. */
export function CompanyHomeScreen() {
  const { data, error, isFetching, refetch } = useQuery(companyOverviewQuery)
  return (
    <>
      <PageHeader
        title="Página Inicial"
        description={
          data ? `${data.enterprise.name} agora. Atualiza sozinha a cada minuto.` : 'A empresa agora.'
        }
      />
      {error && !data ? (
        <div className={classes.frame}>
          <ErrorState
            message={failureMessage(error, 'Erro ao consultar o registro.')}
            onRetry={() => refetch()}
            busy={isFetching}
          />
        </div>
      ) : (
        <div className={home.sections}>
          <Totals data={data} />
          <NextEvents data={data} />
        </div>
      )}
    </>
  )
}

function Totals({ data }: { data: CompanyOverview | undefined }) {
  return (
    <section className={home.section}>
      <h2>Em números</h2>
      <div className={home.stats}>
        <StatCard
          icon={IconCalendarEvent}
          label="Eventos ativos"
          value={data && countWords(data.events.active)}
          to={EVENTS_PATH}
        >
          {data && <EventCountsLine events={data.events} />}
        </StatCard>
        <StatCard
          icon={IconTicket}
          label="Inscrições"
          value={data && countWords(data.registrations)}
          to={PEOPLE_PATH}
        >
          pendentes e confirmadas
        </StatCard>
        <StatCard icon={IconCash} label="Valor bruto pago" value={data && <Money value={data.gross_paid} />}>
          pagamentos cujo dinheiro entrou
        </StatCard>
        <StatCard icon={IconMap2} label="Cidades" value={data && countWords(data.cities)} to={CITIES_PATH}>
          com eventos da empresa
        </StatCard>
        <StatCard icon={IconUsers} label="Organizadores" value={data && countWords(data.organizers)}>
          que publicam pela empresa
        </StatCard>
        <StatCard icon={IconPercentage} label="Taxas" value={data && 'Configurar'} to={FEES_PATH}>
          os limites da taxa de serviço
        </StatCard>
      </div>
    </section>
  )
}

function NextEvents({ data }: { data: CompanyOverview | undefined }) {
  return (
    <section className={home.section}>
      <h2>Próximos eventos</h2>
      <div className={home.card}>
        {!data && <NextEventsSkeleton />}
        {data?.next_events.length === 0 && (
          <EmptyState
            title="Nenhum evento à frente"
            description="Quando um organizador publicar o próximo, ele aparece aqui."
            icon={<IconBuildingCommunity size={28} />}
          />
        )}
        {data && data.next_events.length > 0 && (
          <>
            <ul className={home.next}>
              {data.next_events.map((event) => (
                <li key={event.id}>
                  <DateBlock date={event.date_event} />
                  <p className={home.nextWords}>
                    <Link to={`/events/${event.slug}`}>{event.title}</Link>
                    <span>
                      {[event.city, event.state].filter(Boolean).join(', ') || 'Cidade não informada'}
                    </span>
                  </p>
                  <p className={home.held}>
                    {countWords(event.held)}
                    <span>{event.capacity === null ? 'inscrições' : `de ${countWords(event.capacity)}`}</span>
                  </p>
                </li>
              ))}
            </ul>
            <Link to={EVENTS_PATH} className={home.more}>
              Ver todos os eventos
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </>
        )}
      </div>
    </section>
  )
}
