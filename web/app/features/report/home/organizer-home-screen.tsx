import { Button, SegmentedControl } from '@mantine/core'
import { IconCalendarPlus, IconChartBar, IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import { ORGANIZER_STATEMENT_PATH } from '../../../paths.ts'
import { recordFailure } from '../../../query-failure.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Frame } from '../../../ui/frame.tsx'
import { ListToolbar } from '../../../ui/list-toolbar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useMay } from '../../../use-may.ts'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { NewEventButton } from '../../event/manage/list/new-event-button.tsx'
import { DaysCards } from '../charts/days-cards.tsx'
import { homeQuery } from '../queries.ts'
import classes from '../report.module.css'
import { EventsOfPeriod } from './events-of-period.tsx'
import { HomeCards } from './home-cards.tsx'
import { NextRaces } from './next-races.tsx'
import { daysOfPeriod, PERIODS, readPeriod } from './period.ts'

const HOUSE_ZONE = 'America/Sao_Paulo'

export const meta = pageTitle('Página Inicial')

/** All events of an organizer in figures, over the last days. */
export default function OrganizerHomeScreen() {
  const { filter, setFilter } = useListSearch()
  const period = readPeriod(filter('periodo'))
  const query = useQuery(homeQuery(daysOfPeriod(period, dayIn(HOUSE_ZONE, new Date()))))
  const { data, isPlaceholderData } = query
  const failure = recordFailure(query)
  const seesStatement = useMay('view-event-finances')
  return (
    <>
      <PageHeader title="Página Inicial" description="Os seus eventos em números." />
      <ListToolbar>
        <SegmentedControl
          aria-label="Período"
          className={classes.period}
          value={period}
          onChange={(value) => setFilter('periodo', value)}
          data={[...PERIODS]}
        />
        {seesStatement && (
          <Button
            component={Link}
            to={ORGANIZER_STATEMENT_PATH}
            variant="default"
            leftSection={<IconReceipt2 size={20} aria-hidden />}
          >
            Extrato
          </Button>
        )}
      </ListToolbar>
      {failure ? (
        <Frame>
          <ErrorState {...failure} />
        </Frame>
      ) : (
        <div className={classes.sections} data-stale={isPlaceholderData || undefined} aria-busy={!data}>
          {data?.events === 0 ? <NoEvents /> : <Figures data={data} />}
        </div>
      )}
    </>
  )
}

/** `data` is undefined while loading. */
function Figures({ data }: { data: OrganizerDashboard | undefined }) {
  const quiet = data && data.by_event.length === 0
  return (
    <>
      <HomeCards data={data} />
      {quiet && <Quiet />}
      {data && !quiet && (
        <div className={classes.pair}>
          <DaysCards days={data.by_day} fileName="painel" />
        </div>
      )}
      {data && !quiet && <EventsOfPeriod events={data.by_event} />}
      {data && <NextRaces events={data.next_events} />}
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

function Quiet() {
  return (
    <Frame>
      <EmptyState
        title="Nenhuma inscrição neste período."
        description="Divulgue a página do evento: o link está em 'Ver página', no menu de cada um. Ou veja um período maior."
        icon={<IconChartBar size={28} />}
      >
        <Button component={Link} to={{ search: '?periodo=tudo' }} variant="default">
          Ver tudo
        </Button>
      </EmptyState>
    </Frame>
  )
}
