import { Button } from '@mantine/core'
import { IconExternalLink, IconRun, IconSpeakerphone } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type EventDashboard, getEventDashboard } from '#contract/report/dashboard.ts'
import { api } from '../../../api.ts'
import { EVENT_PATH, pathTo } from '../../../paths.ts'
import { recordFailure } from '../../../query-failure.ts'
import { useSession } from '../../../session.ts'
import { eventsPath, participantsPath } from '../../../staff-paths.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Frame, FramedError } from '../../../ui/frame.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { EventStatusChip } from '../../event/manage/event-status-chip.tsx'
import { DaysCards } from '../charts/days-cards.tsx'
import classes from '../report.module.css'
import { Audience } from './audience.tsx'
import { CategoriesCard, CouponsCard, MethodsCard, StatusesCard } from './bar-cards.tsx'
import { Hero } from './hero.tsx'
import { SizesCard } from './sizes-card.tsx'
import { FinancesCard, PanelCards } from './summary-cards.tsx'
import { WaitingRoomCard } from './waiting-room-card.tsx'

export const meta = pageTitle('Painel do evento')

const panelQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['report', 'event', eventId],
    queryFn: async ({ signal }) => (await api(getEventDashboard, { params: { id: eventId }, signal })).data,
    staleTime: 0,
  })

/** Expired or cancelled. */
const isOver = (status: number): boolean => status >= 2

/** The figures of one event. */
export default function EventPanelScreen() {
  const eventId = useIdParam() ?? 0
  const session = useSession()
  const maySave = useMay('edit-event')
  const query = useQuery(panelQuery(eventId))
  const { data } = query
  const failure = recordFailure(query)
  if (!session) return null
  return (
    <div className={classes.panel}>
      <PageHeader
        title="Painel"
        tab={data && `Painel · ${data.event.title}`}
        description={data && [data.event.title, data.event.date_event].filter(Boolean).join(' · ')}
        badge={data && <EventStatusChip status={data.event.status} />}
      />
      <DetailToolbar back={{ to: eventsPath(session) }}>
        <LinkButton to={participantsPath(session, eventId)} variant="default" icon={IconRun}>
          Participantes
        </LinkButton>
      </DetailToolbar>
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} aria-busy={!data}>
          {data && <Hero data={data} />}
          <PanelCards data={data} />
          {data && (data.registrations.registered === 0 ? <Nobody data={data} /> : <Figures data={data} />)}
          {data && maySave && !isOver(data.event.status) && <WaitingRoomCard eventId={eventId} />}
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
