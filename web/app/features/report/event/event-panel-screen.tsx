import { Skeleton } from '@mantine/core'
import { IconExternalLink, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Frame, FramedError } from '#web/ui/frame.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { AnchorButton } from '#web/ui/text-button.tsx'
import classes from '../report.module.css'
import { AgesCard, CitiesCard, useAudience } from './audience.tsx'
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
import { FinancesCard, financeLines } from './finances-card.tsx'
import { panelQuery } from './panel-query.ts'
import { SalesCard } from './sales-card.tsx'
import { SizesCard } from './sizes-card.tsx'
import { type Placed, TwoColumns } from './two-columns.tsx'
import { WaitingRoomCard } from './waiting-room-card.tsx'

export const meta = pageTitle('Painel do evento')

const isOver = (status: number): boolean => status >= EVENT_STATUS.expired

export default function EventPanelScreen() {
  const eventId = useIdParam() ?? 0
  const maySave = useMay('edit-event')
  const query = useQuery(panelQuery(eventId))
  const { data } = query
  const failure = recordFailure(query)
  const mayChange = maySave && data !== undefined && !isOver(data.event.status)
  return (
    <div className={classes.panel}>
      <PageHeader hidden title="Painel" tab={data && `Painel · ${data.event.title}`} />
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={classes.sections} aria-busy={!data}>
          <EventSummary data={data} mayChange={mayChange} />
          {data ? <Figures data={data} hasRoom={mayChange} /> : <TwoColumns cards={LOADING} />}
        </div>
      )}
    </div>
  )
}

const LOADING = [1, 2, 3, 4].map((key) => ({
  key,
  lines: 10,
  card: <Skeleton height={320} radius="lg" />,
}))

interface FiguresProps {
  data: EventDashboard
  hasRoom: boolean
}

function Figures({ data, hasRoom }: FiguresProps) {
  const room = hasRoom && <WaitingRoomCard eventId={data.event.id} />
  if (data.registrations.registered === 0)
    return (
      <>
        <Nobody data={data} />
        {room}
      </>
    )
  return <Cards data={data} room={room} />
}

/** Two lines for each bar, and one for those with 0. */
function barLines(bars: readonly { uses: number }[]): number {
  const shown = bars.filter(({ uses }) => uses > 0).length
  return 2 * shown + (shown < bars.length ? 1.5 : 0)
}

function Cards({ data, room }: { data: EventDashboard; room: ReactNode }) {
  const fileName = `evento-${data.event.id}`
  const audience = useAudience(data.event.id)
  const { by_category: categories, by_method: methods, by_payment: payments } = data
  const { finances, tiers, coupons, channels, teams, groups, sizes } = data
  const filled = categories.filter(({ confirmed, pending }) => confirmed + pending > 0)
  const modalities = new Set(filled.map(({ modality }) => modality)).size
  const cards: (Placed | false | null)[] = [
    { key: 'sales', lines: 8, card: <SalesCard data={data} fileName={fileName} /> },
    {
      key: 'categories',
      lines: 1.1 * filled.length + 1.5 * modalities + (filled.length < categories.length ? 1.5 : 0),
      card: <CategoriesCard categories={categories} fileName={fileName} />,
    },
    finances && {
      key: 'finances',
      lines: 1.3 * financeLines(finances).length,
      card: <FinancesCard finances={finances} fileName={fileName} />,
    },
    methods && {
      key: 'methods',
      lines: methods.length,
      card: <MethodsCard methods={methods} fileName={fileName} />,
    },
    {
      key: 'statuses',
      lines: payments.length,
      card: <StatusesCard payments={payments} fileName={fileName} />,
    },
    {
      key: 'sizes',
      lines: 3 + Math.max(...sizes.map((kit) => kit.sizes.length)),
      card: <SizesCard kits={sizes} title={data.event.title} fileName={fileName} />,
    },
    { key: 'ages', lines: 9, card: <AgesCard audience={audience} fileName={fileName} /> },
    tiers.length > 0 && {
      key: 'tiers',
      lines: 2 * tiers.length,
      card: <TiersCard tiers={tiers} fileName={fileName} />,
    },
    coupons.length > 0 && {
      key: 'coupons',
      lines: barLines(coupons),
      card: <CouponsCard coupons={coupons} fileName={fileName} />,
    },
    channels.length > 0 && {
      key: 'channels',
      lines: barLines(channels),
      card: <ChannelsCard channels={channels} fileName={fileName} />,
    },
    teams.length > 0 && {
      key: 'teams',
      lines: 2 * teams.length,
      card: <TeamsCard teams={teams} fileName={fileName} />,
    },
    groups.length > 0 && {
      key: 'groups',
      lines: 2 * groups.length,
      card: <GroupsCard groups={groups} fileName={fileName} />,
    },
    room !== false && { key: 'room', lines: 3, card: room },
    { key: 'cities', lines: 6, card: <CitiesCard audience={audience} fileName={fileName} /> },
  ]
  return <TwoColumns cards={cards.filter((card) => !!card)} />
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
