import {
  IconCalendarEvent,
  IconCash,
  IconPercentage,
  IconReceipt2,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { EnterpriseOverview } from '#contract/backoffice/overview.ts'
import { plural } from '#contract/words.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import {
  ALL_EVENTS_PATH,
  CITIES_PATH,
  ENTERPRISE_STATEMENT_PATH,
  FEES_PATH,
  PEOPLE_PATH,
} from '#web/paths.ts'
import { FramedError } from '#web/ui/frame.tsx'
import { Inbox } from '#web/ui/inbox.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { enterpriseOverviewQuery } from '../queries.ts'
import { enterpriseTasks } from './enterprise-tasks.ts'
import { EventCountsLine } from './event-counts-line.tsx'
import home from './home.module.css'
import { NextRaces } from './next-races.tsx'

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
      >
        <LinkButton to={ENTERPRISE_STATEMENT_PATH} variant="default" icon={IconReceipt2}>
          Extrato
        </LinkButton>
        <LinkButton to={FEES_PATH} variant="default" icon={IconPercentage}>
          Taxas
        </LinkButton>
      </PageHeader>
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={home.sections}>
          <Inbox tasks={data && enterpriseTasks(data)} />
          {data && <Totals data={data} />}
          {data && <NextRaces races={data.next_events} />}
        </div>
      )}
    </>
  )
}

function Totals({ data }: { data: EnterpriseOverview }) {
  return (
    <section className={home.section}>
      <h2>Em números</h2>
      <div className={home.stats}>
        <StatCard
          icon={IconCalendarEvent}
          label="Eventos ativos"
          value={data.events.active}
          to={ALL_EVENTS_PATH}
        >
          <EventCountsLine events={data.events} />
        </StatCard>
        <StatCard icon={IconTicket} label="Inscrições" value={data.registrations} to={PEOPLE_PATH}>
          pendentes e confirmadas
        </StatCard>
        <StatCard icon={IconCash} label="Bruto recebido" value={<Money value={data.received} />}>
          tudo o que entrou, sem pagamentos repetidos
        </StatCard>
        <StatCard icon={IconUsers} label="Organizadores" value={data.organizers}>
          em <Link to={CITIES_PATH}>{plural(data.cities, 'cidade', 'cidades')}</Link>
        </StatCard>
      </div>
    </section>
  )
}
