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
import type { OrganizerEventRow } from '#contract/organizer-event.ts'
import type { Permission } from '#contract/roles.ts'
import {
  EVENT_HISTORY_PATH,
  EVENT_PANEL_PATH,
  EVENT_PATH,
  EVENT_PRODUCERS_PATH,
  MANAGE_EVENT_PATH,
  pathTo,
} from '../../../../paths.ts'
import { type Session, useSession } from '../../../../session.ts'
import { participantsPath } from '../../../../staff-paths.ts'
import { useSwitchStatus } from '../queries.ts'

interface RowMenuProps {
  event: OrganizerEventRow
  onDuplicate: (event: OrganizerEventRow) => void
  onDelete: (event: OrganizerEventRow) => void
}

/** The actions the caller may take on an event. */
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

/** The organizer's decision, not that of a realizador who works on the event. */
const mayDelete = (session: Session) =>
  session.user.organizer?.type !== 1 && holds(session, 'change-event-status')

interface LinkItem {
  permission: Permission
  icon: TablerIcon
  label: string
  to: (id: number, session: Session) => string
}

/** The specification's entries; opening and closing the event follow them. */
const SPECIFIED: readonly LinkItem[] = [
  {
    permission: 'view-realizadores',
    icon: IconUsersGroup,
    label: 'Realizadores',
    to: (id) => pathTo(EVENT_PRODUCERS_PATH, id),
  },
  { permission: 'view-event', icon: IconPencil, label: 'Editar', to: (id) => pathTo(MANAGE_EVENT_PATH, id) },
  {
    permission: 'view-event-participants',
    icon: IconRun,
    label: 'Participantes',
    to: (id, session) => participantsPath(session, id),
  },
]

const ADDED: readonly LinkItem[] = [
  {
    permission: 'view-event-participants',
    icon: IconChartBar,
    label: 'Painel',
    to: (id) => pathTo(EVENT_PANEL_PATH, id),
  },
  {
    permission: 'view-event',
    icon: IconHistory,
    label: 'Histórico',
    to: (id) => pathTo(EVENT_HISTORY_PATH, id),
  },
]

const linkItems = (items: readonly LinkItem[], event: OrganizerEventRow, session: Session) =>
  items
    .filter(({ permission }) => holds(session, permission))
    .map(({ icon: Icon, label, to }) => (
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
  if (!holds(session, 'change-event-status') || event.status > 1) return null
  return event.status === 1 ? (
    <Menu.Item leftSection={<IconLock size={18} aria-hidden />} onClick={() => onSwitch(0)}>
      Fechar Evento
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<IconLockOpen size={18} aria-hidden />} onClick={() => onSwitch(1)}>
      Abrir Evento
    </Menu.Item>
  )
}
