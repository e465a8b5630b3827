import { ActionIcon, Menu } from '@mantine/core'
import {
  IconChartBar,
  IconCopy,
  IconDotsVertical,
  IconExternalLink,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconRun,
  IconTrash,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { OrganizerEventRow } from '#contract/event-management/organizer-events.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import type { Permission } from '#contract/roles.ts'
import { participantsPath } from '#web/navigation/staff-paths.ts'
import {
  EVENT_HISTORY_PATH,
  EVENT_PANEL_PATH,
  EVENT_PATH,
  EVENT_PRODUCERS_PATH,
  MANAGE_EVENT_PATH,
  pathTo,
} from '#web/paths.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { useSwitchStatus } from '../queries.ts'

interface RowMenuProps {
  event: OrganizerEventRow
  onDuplicate: (event: OrganizerEventRow) => void
  onDelete: (event: OrganizerEventRow) => void
}

export function RowMenu({ event, onDuplicate, onDelete }: RowMenuProps) {
  const session = useSession()
  const switching = useSwitchStatus()
  if (!session) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon color="gray" aria-label={`Ações de ${event.title}`} loading={switching.isPending}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {linkItems(SPECIFIED, event, session)}
        <SwitchItem
          event={event}
          session={session}
          onSwitch={(status) => switching.mutate({ id: event.id, status })}
        />
        <Menu.Divider />
        {linkItems(ADDED, event, session)}
        {event.opened && (
          <Menu.Item
            component="a"
            href={pathTo(EVENT_PATH, event.slug)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            Ver página
          </Menu.Item>
        )}
        {holds(session, 'create-event') && holds(session, 'view-event') && (
          <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={() => onDuplicate(event)}>
            Duplicar
          </Menu.Item>
        )}
        {mayDelete(session) && event.held === 0 && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onDelete(event)}
          >
            Apagar
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const holds = ({ permissions }: Session, permission: Permission) => permissions.includes(permission)

/** Organizers may delete an event; a realizador who works on it may not. */
const mayDelete = (session: Session) =>
  session.user.organizer?.type !== ORGANIZER_TYPE.producer && holds(session, 'change-event-status')

type LinkItem = readonly [
  permission: Permission,
  icon: TablerIcon,
  label: string,
  to: (id: number, session: Session) => string,
]

/** The entries that the specification lists. The entry that opens or closes the event follows them. */
const SPECIFIED: readonly LinkItem[] = [
  ['view-realizadores', IconUsersGroup, 'Realizadores', (id) => pathTo(EVENT_PRODUCERS_PATH, id)],
  ['view-event', IconPencil, 'Editar', (id) => pathTo(MANAGE_EVENT_PATH, id)],
  ['view-event-participants', IconRun, 'Participantes', (id, session) => participantsPath(session, id)],
]

const ADDED: readonly LinkItem[] = [
  ['view-event-participants', IconChartBar, 'Painel', (id) => pathTo(EVENT_PANEL_PATH, id)],
  ['view-event', IconHistory, 'Histórico', (id) => pathTo(EVENT_HISTORY_PATH, id)],
]

const linkItems = (items: readonly LinkItem[], event: OrganizerEventRow, session: Session) =>
  items
    .filter(([permission]) => holds(session, permission))
    .map(([, Icon, label, to]) => (
      <Menu.Item
        key={label}
        component={Link}
        to={to(event.id, session)}
        leftSection={<Icon size={18} aria-hidden />}
      >
        {label}
      </Menu.Item>
    ))

interface SwitchItemProps {
  event: OrganizerEventRow
  session: Session
  onSwitch: (status: 0 | 1) => void
}

/** Expired and cancelled events can be neither opened nor closed. */
function SwitchItem({ event, session, onSwitch }: SwitchItemProps) {
  if (!holds(session, 'change-event-status') || event.status > EVENT_STATUS.open) return null
  const isOpen = event.status === EVENT_STATUS.open
  const Icon = isOpen ? IconLock : IconLockOpen
  return (
    <Menu.Item
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onSwitch(isOpen ? EVENT_STATUS.closed : EVENT_STATUS.open)}
    >
      {isOpen ? 'Fechar Evento' : 'Abrir Evento'}
    </Menu.Item>
  )
}
