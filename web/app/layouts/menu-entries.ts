import {
  IconBuildingCommunity,
  IconBuildingSkyscraper,
  IconCalendarEvent,
  IconFingerprint,
  IconHistory,
  IconHome,
  IconId,
  IconListCheck,
  IconMap2,
  IconMessages,
  IconPercentage,
  IconReceiptRefund,
  IconReportMoney,
  IconRun,
  IconUser,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { chooseRole } from '#contract/account/choose-role.ts'
import type { Permission, Role } from '#contract/roles.ts'
import {
  ACCOUNTS_PATH,
  ADMIN_HOME_PATH,
  ALL_EVENTS_ENGLISH_PATH,
  ALL_EVENTS_PATH,
  ANY_EVENT_PARTICIPANTS_PATH,
  AUDIT_PATH,
  CITIES_PATH,
  DAILY_MONEY_PATH,
  ENTERPRISE_HOME_PATH,
  ENTERPRISE_PAYOUTS_PATH,
  ENTERPRISE_STATEMENT_PATH,
  ENTERPRISES_PATH,
  EVENTS_PATH,
  FEES_PATH,
  JOBS_PATH,
  MESSAGES_PATH,
  MY_EVENTS_PATH,
  MY_GROUPS_PATH,
  MY_REGISTRATION_PATH,
  ORGANIZER_HOME_PATH,
  ORGANIZER_PAYOUTS_PATH,
  ORGANIZER_PROFILE_PATH,
  ORGANIZER_REFUNDS_PATH,
  ORGANIZER_STATEMENT_PATH,
  ORGANIZERS_PATH,
  PEOPLE_PATH,
  PERMISSIONS_PATH,
  PRODUCER_EVENTS_PATH,
  PRODUCERS_PATH,
  PROFILE_PATH,
  REFUNDS_PATH,
  REGISTRATION_EDIT_PATH,
  REGISTRATION_PATH,
  SECURITY_LOG_PATH,
  STAFF_PATH,
} from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'

interface MenuEntry {
  path: string
  /** Paths of its records that are not below its own path. They highlight the entry too. */
  records?: readonly string[]
  permission?: Permission
  /** Hidden from realizadores. */
  forOwner?: true
  /** Not in the specification. It is shown below the specified entries, separated from them. */
  added?: true
  label: string
  icon: TablerIcon
}

const EVENT_RECORDS = [EVENTS_PATH, REGISTRATION_PATH, REGISTRATION_EDIT_PATH]

const MENUS: Record<Role, readonly MenuEntry[]> = {
  Admin: [
    { path: ADMIN_HOME_PATH, label: 'Página Inicial', icon: IconHome },
    {
      path: ALL_EVENTS_PATH,
      records: [ALL_EVENTS_ENGLISH_PATH, ANY_EVENT_PARTICIPANTS_PATH, ...EVENT_RECORDS],
      label: 'Meus Eventos',
      icon: IconCalendarEvent,
    },
    { path: ENTERPRISES_PATH, label: 'Empresas', icon: IconBuildingSkyscraper },
    { path: ORGANIZERS_PATH, label: 'Organizadores', icon: IconUsersGroup },
    { path: ACCOUNTS_PATH, label: 'Participantes', icon: IconRun },
    { path: JOBS_PATH, label: 'Tarefas', icon: IconListCheck, added: true },
    { path: MESSAGES_PATH, label: 'Mensagens', icon: IconMessages, added: true },
    { path: REFUNDS_PATH, label: 'Devoluções', icon: IconReceiptRefund, added: true },
    { path: AUDIT_PATH, label: 'Auditoria', icon: IconHistory, added: true },
    { path: SECURITY_LOG_PATH, label: 'Segurança', icon: IconFingerprint, added: true },
    { path: STAFF_PATH, label: 'Usuários', icon: IconUserShield, added: true },
  ],
  Organizador: [
    { path: EVENTS_PATH, records: EVENT_RECORDS, label: 'Meus Eventos', icon: IconCalendarEvent },
    {
      path: PRODUCERS_PATH,
      permission: 'view-realizadores',
      records: [PERMISSIONS_PATH],
      label: 'Realizadores',
      icon: IconUsersGroup,
    },
    { path: FEES_PATH, permission: 'view-fees', label: 'Taxas', icon: IconPercentage },
    {
      path: ORGANIZER_HOME_PATH,
      permission: 'view-event-participants',
      label: 'Página Inicial',
      icon: IconHome,
      added: true,
    },
    {
      path: ORGANIZER_STATEMENT_PATH,
      permission: 'view-event-finances',
      records: [ORGANIZER_PAYOUTS_PATH, ORGANIZER_REFUNDS_PATH],
      label: 'Financeiro',
      icon: IconReportMoney,
      added: true,
    },
    { path: ORGANIZER_PROFILE_PATH, forOwner: true, label: 'Organização', icon: IconId, added: true },
  ],
  Empresa: [
    { path: ENTERPRISE_HOME_PATH, label: 'Página Inicial', icon: IconHome },
    { path: PEOPLE_PATH, label: 'Pessoas', icon: IconUsers },
    { path: CITIES_PATH, label: 'Cidades', icon: IconMap2 },
    {
      path: ENTERPRISE_STATEMENT_PATH,
      records: [ENTERPRISE_PAYOUTS_PATH, DAILY_MONEY_PATH, REFUNDS_PATH],
      label: 'Financeiro',
      icon: IconReportMoney,
      added: true,
    },
  ],
  Participante: [
    { path: PROFILE_PATH, label: 'Meu Perfil', icon: IconUser },
    {
      path: MY_EVENTS_PATH,
      records: [MY_REGISTRATION_PATH, MY_GROUPS_PATH],
      label: 'Meus Eventos',
      icon: IconRun,
    },
  ],
}

const PRODUCER_EVENTS: MenuEntry = {
  path: PRODUCER_EVENTS_PATH,
  label: 'Meus Eventos',
  icon: IconBuildingCommunity,
}
const PRODUCER = 1

/** The entries of the current role, the added ones last. A realizador's own list follows the organizer's. */
export function menuEntries({
  roles,
  user,
  permissions,
}: Pick<Session, 'roles' | 'user' | 'permissions'>): readonly MenuEntry[] {
  const isShown = ({ permission, forOwner }: MenuEntry) =>
    !forOwner && (permission === undefined || permissions.includes(permission))
  const role = chooseRole(roles)
  if (!role) return []
  if (role !== 'Organizador' || user.organizer?.type !== PRODUCER) return MENUS[role]
  const shown = MENUS[role].filter(isShown)
  return [...shown.filter(({ added }) => !added), PRODUCER_EVENTS, ...shown.filter(({ added }) => added)]
}
