import { IconExternalLink, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { type EventDashboard, getEventDashboard } from '#contract/report/dashboard.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Frame, FramedError } from '#web/ui/frame.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { AnchorButton } from '#web/ui/text-button.tsx'
import { DaysCards } from '../charts/days-cards.tsx'
import classes from '../report.module.css'
import { Audience } from './audience.tsx'
import {
  CategoriesCard,
  ChannelsCard,
  CouponsCard,
  GroupsCard,
  MethodsCard,
  StatusesCard,
  TeamsCard,
  TiersCard,
} from './bar-cards.tsx'
import { EventSummary } from './event-summary.tsx'
import { SizesCard } from './sizes-card.tsx'
import { FinancesCard, PanelCards } from './summary-cards.tsx'
import { WaitingRoomCard } from './waiting-room-card.tsx'

export const meta = pageTitle('Painel do evento')

const panelQuery = (id: number) => ({
  ...dataQuery(['report', 'event', id], getEventDashboard, { params: { id } }),
  staleTime: 0,
})

const isOver = (status: number): boolean => status >= EVENT_STATUS.expired

export default function EventPanelScreen() {
  const eventId = useIdParam() ?? 0
  const maySave = useMay('edit-event')
  const query = useQuery(panelQuery(eventId))
  const { data } = query
  const failure = recordFailure(query)
  return (
    <div className={classes.panel}>
      <PageHeader dense title="Painel" tab={data && `Painel · ${data.event.title}`} />
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} aria-busy={!data}>
          {data && <EventSummary data={data} />}
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
        {data.tiers.length > 0 && <TiersCard tiers={data.tiers} fileName={name} />}
        {data.coupons.length > 0 && <CouponsCard coupons={data.coupons} fileName={name} />}
        {data.channels.length > 0 && <ChannelsCard channels={data.channels} fileName={name} />}
        {data.teams.length > 0 && <TeamsCard teams={data.teams} fileName={name} />}
        {data.groups.length > 0 && <GroupsCard groups={data.groups} fileName={name} />}
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
        <AnchorButton
          href={pathTo(EVENT_PATH, event.slug)}
          target="_blank"
          rel="noreferrer"
          icon={IconExternalLink}
        >
          Ver página
        </AnchorButton>
      </EmptyState>
    </Frame>
  )
}
