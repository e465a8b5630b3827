import { SegmentedControl } from '@mantine/core'
import { IconCalendarPlus, IconChartBar, IconReceipt2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import { getOrganizerDashboard, type OrganizerDashboard } from '#contract/report/dashboard.ts'
import type { Period } from '#contract/report/period.ts'
import { countWords } from '#contract/words.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { NewEventButton } from '#web/features/event-management/list/new-event-button.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { EVENT_PANEL_PATH, ORGANIZER_STATEMENT_PATH, pathTo } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useMay } from '#web/session/use-may.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Frame, FramedError } from '#web/ui/frame.tsx'
import { Inbox } from '#web/ui/inbox.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RaceRows } from '#web/ui/race-rows.tsx'
import { BarList } from '../charts/bar-list.tsx'
import { moneyCell } from '../charts/cells.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { DaysCards } from '../charts/days-cards.tsx'
import classes from '../report.module.css'
import { HomeCards } from './home-cards.tsx'
import { organizerTasks } from './organizer-tasks.tsx'
import { daysOfPeriod, PERIODS, readPeriod } from './period.ts'
import { todayQuery } from './today-query.ts'

const TIME_ZONE = 'America/Sao_Paulo'

export const meta = pageTitle('Página Inicial')

const homeQuery = (period: Period) => ({
  ...dataQuery(['report', 'home', period], getOrganizerDashboard, { query: period }),
  placeholderData: keepPreviousData,
  staleTime: 0,
})

export default function OrganizerHomeScreen() {
  const { param, setParam } = useListSearch()
  const session = useSession()
  const period = readPeriod(param('periodo'))
  const query = useQuery(homeQuery(daysOfPeriod(period, dayIn(TIME_ZONE, new Date()))))
  const today = useQuery(todayQuery)
  const { data, isPlaceholderData } = query
  const failure = recordFailure(query)
  const seesStatement = useMay('view-event-finances')
  const todayFailure = recordFailure(today)
  const tasks = today.data && session ? organizerTasks(today.data, session) : undefined
  return (
    <>
      <PageHeader title="Página Inicial" description="O que espera por você, e os seus eventos em números.">
        {seesStatement && (
          <LinkButton to={ORGANIZER_STATEMENT_PATH} variant="default" icon={IconReceipt2}>
            Extrato
          </LinkButton>
        )}
      </PageHeader>
      {failure ? (
        <FramedError {...failure} />
      ) : data?.events === 0 ? (
        <NoEvents />
      ) : (
        <div className={classes.sections} data-stale={isPlaceholderData || undefined} aria-busy={!data}>
          {todayFailure ? <FramedError {...todayFailure} /> : <Inbox tasks={data && tasks} />}
          {/* The content below waits, because the inbox above it grows when its tasks arrive. */}
          {data && (tasks || todayFailure) && (
            <>
              <SegmentedControl
                aria-label="Período"
                className={classes.period}
                value={period}
                onChange={(value) => setParam('periodo', value)}
                data={[...PERIODS]}
              />
              <HomeCards data={data} today={today.data} />
              <NextRaces events={data.next_events} />
              <Figures data={data} />
            </>
          )}
        </div>
      )}
    </>
  )
}

function NextRaces({ events }: { events: OrganizerDashboard['next_events'] }) {
  if (events.length === 0) return null
  return (
    <section className={classes.card} aria-label="Próximos eventos">
      <h2>Próximos eventos</h2>
      <RaceRows races={events} pathOf={({ id }) => pathTo(EVENT_PANEL_PATH, id)} />
    </section>
  )
}

function Figures({ data }: { data: OrganizerDashboard }) {
  if (data.by_event.length === 0) return <NoRegistrations />
  return (
    <>
      <div className={classes.pair}>
        <DaysCards days={data.by_day} fileName="painel" />
      </div>
      <EventsOfPeriod events={data.by_event} />
    </>
  )
}

function NoEvents() {
  return (
    <Frame>
      <EmptyState
        title="Que tal dar a primeira largada?"
        description="Cadastre o seu evento. As inscrições e os valores aparecem aqui assim que começarem a chegar."
        icon={<IconCalendarPlus size={28} />}
      >
        <NewEventButton />
      </EmptyState>
    </Frame>
  )
}

function NoRegistrations() {
  return (
    <Frame>
      <EmptyState
        title="Nenhuma inscrição neste período."
        description="Divulgue a página do evento: o link está em 'Ver página', no menu de cada um. Ou veja um período maior."
        icon={<IconChartBar size={28} />}
      >
        <LinkButton to={{ search: '?periodo=tudo' }} variant="default">
          Ver tudo
        </LinkButton>
      </EmptyState>
    </Frame>
  )
}

function EventsOfPeriod({ events }: { events: OrganizerDashboard['by_event'] }) {
  return (
    <ChartCard
      title="Por evento"
      description="As inscrições do período."
      fileName="painel-por-evento"
      table={{
        summed: true,
        headings: ['Evento', 'Data', 'Inscrições', 'Recebido', 'Devolvido'],
        rows: events.map(({ title, date_event, registrations, received, returned }) => [
          title,
          date_event,
          registrations,
          moneyCell(received),
          moneyCell(returned),
        ]),
      }}
    >
      <BarList
        bars={events.map(({ id, title, registrations, received }) => ({
          key: id,
          label: <Link to={pathTo(EVENT_PANEL_PATH, id)}>{title}</Link>,
          value: registrations,
          words: countWords(registrations),
          detail: received !== null && `Recebido: ${moneyCell(received).shown}`,
        }))}
      />
    </ChartCard>
  )
}
