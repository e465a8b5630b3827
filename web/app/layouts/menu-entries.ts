import {
  IconBuildingCommunity,
  IconBuildingSkyscraper,
  IconCalendarEvent,
  IconHome,
  IconMap2,
  IconPercentage,
  IconRun,
  IconUser,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Role } from '#contract/roles.ts'
import type { Session } from '../session.ts'

interface MenuEntry {
  path: string
  /** Where its records are shown, when that is not below its own path. */
  records?: readonly string[]
  label: string
  icon: TablerIcon
}

/** What belongs to an event, whoever looks at it. */
const EVENT_RECORDS = ['/organizador/eventos', '/organizador/evento']

const MENUS: Record<Role, readonly MenuEntry[]> = {
  Admin: [
    {
      path: '/admin/pagina-inicial',
      records: ['/admin/tarefas', '/admin/mensagens', '/admin/auditoria', '/admin/seguranca'],
      label: 'Página Inicial',
      icon: IconHome,
    },
    {
      path: '/admin/eventos',
      records: ['/admin/events', '/event/participants', ...EVENT_RECORDS],
      label: 'Meus Eventos',
      icon: IconCalendarEvent,
    },
    { path: '/Empresas', label: 'Empresas', icon: IconBuildingSkyscraper },
    { path: '/organizadores', label: 'Organizadores', icon: IconUsersGroup },
    { path: '/participantes', label: 'Participantes', icon: IconRun },
  ],
  Organizador: [
    {
      path: '/organizador/eventos',
      records: EVENT_RECORDS,
      label: 'Meus Eventos',
      icon: IconCalendarEvent,
    },
    {
      path: '/organizador/realizadores',
      records: ['/organizador/realizador'],
      label: 'Realizadores',
      icon: IconUsersGroup,
    },
    { path: '/organizador/taxas', label: 'Taxas', icon: IconPercentage },
  ],
  Empresa: [
    {
      path: '/empresa/pagina-inicial',
      records: ['/empresa/extrato'],
      label: 'Página Inicial',
      icon: IconHome,
    },
    { path: '/pessoas', label: 'Pessoas', icon: IconUsers },
    { path: '/cidades', label: 'Cidades', icon: IconMap2 },
  ],
  Participante: [
    { path: '/participante/perfil', label: 'Meu Perfil', icon: IconUser },
    {
      path: '/participante/eventos',
      records: ['/participante/inscricoes'],
      label: 'Meus Eventos',
      icon: IconRun,
    },
  ],
}

const PRODUCER_EVENTS: MenuEntry = {
  path: '/realizador/eventos',
  label: 'Meus Eventos',
  icon: IconBuildingCommunity,
}
const PRODUCER = 1

/** The entries of every role the person holds; a realizador's own list comes after the organizer's. */
export function menuEntries({ roles, user }: Session): readonly MenuEntry[] {
  return (Object.keys(MENUS) as Role[])
    .filter((role) => roles.includes(role))
    .flatMap((role) =>
      role === 'Organizador' && user.organizer?.type === PRODUCER
        ? [...MENUS[role], PRODUCER_EVENTS]
        : MENUS[role],
    )
}
