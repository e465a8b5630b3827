import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import type { Permission } from '#contract/roles.ts'
import { participantsPath } from '#web/navigation/staff-paths.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import {
  EVENT_HISTORY_PATH,
  EVENT_PANEL_PATH,
  EVENT_PRODUCERS_PATH,
  EVENT_REFUNDS_PATH,
  EVENT_RIGHTS_PATH,
  EVENT_RIGHTS_REPORT_PATH,
  MANAGE_EVENT_PATH,
  pathTo,
} from '#web/paths.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { type PageTab, PageTabs } from '#web/ui/page-tabs.tsx'
import classes from './event-layout.module.css'
import { EventStatusChip } from './event-status-chip.tsx'
import { eventHeadQuery } from './queries.ts'

/** The pages of one event: its name, date and status above tabs that lead from one page to another. */
export default function EventLayout() {
  const eventId = useIdParam()
  const session = useSession()
  return (
    <>
      {session && eventId !== null && <EventFrame key={eventId} eventId={eventId} session={session} />}
      <Outlet />
    </>
  )
}

interface EventFrameProps {
  eventId: number
  session: Session
}

function EventFrame({ eventId, session }: EventFrameProps) {
  const { data, isError } = useQuery(eventHeadQuery(eventId))
  // The page itself says why the event cannot be shown.
  if (isError && !data) return null
  return (
    <div className={classes.frame}>
      <div className={classes.head}>
        {data ? (
          <>
            <strong className={classes.name}>{data.title}</strong>
            <span className={classes.date}>{data.date_event ?? 'Sem data'}</span>
            <EventStatusChip
              status={data.status}
              missing={data.missing}
              opened={data.opened}
              isOver={data.registrations_over}
            />
          </>
        ) : (
          <Skeleton height={24} width="min(24rem, 70vw)" />
        )}
      </div>
      <PageTabs label="Páginas do evento" tabs={tabsOf(eventId, session)} />
    </div>
  )
}

type EventTab = readonly [permission: Permission, tab: (id: number, session: Session) => PageTab]

const TABS: readonly EventTab[] = [
  ['view-event-participants', (id) => ({ label: 'Visão geral', to: pathTo(EVENT_PANEL_PATH, id) })],
  [
    'view-event-participants',
    (id, session) => ({
      label: 'Participantes',
      to: participantsPath(session, id),
      pages: [EVENT_RIGHTS_PATH],
    }),
  ],
  ['view-event', (id) => ({ label: 'Editar', to: pathTo(MANAGE_EVENT_PATH, id) })],
  ['view-realizadores', (id) => ({ label: 'Realizadores', to: pathTo(EVENT_PRODUCERS_PATH, id) })],
  [
    'view-event-finances',
    (id) => ({
      label: 'Financeiro',
      to: pathTo(EVENT_REFUNDS_PATH, id),
      pages: [EVENT_RIGHTS_REPORT_PATH],
    }),
  ],
  ['view-event', (id) => ({ label: 'Histórico', to: pathTo(EVENT_HISTORY_PATH, id) })],
]

const tabsOf = (id: number, session: Session): readonly PageTab[] =>
  TABS.filter(([permission]) => session.permissions.includes(permission)).map(([, tab]) => tab(id, session))
