import { matchPath } from 'react-router'
import type { Permission } from '#contract/roles.ts'
import {
  ANY_EVENT_PARTICIPANTS_PATH,
  EVENT_HISTORY_PATH,
  EVENT_PANEL_PATH,
  EVENT_PARTICIPANTS_PATH,
  EVENT_PRODUCERS_PATH,
  EVENT_REFUNDS_PATH,
  EVENT_RIGHTS_PATH,
  EVENT_RIGHTS_REPORT_PATH,
  FEES_PATH,
  NEW_PRODUCER_DETAIL_PATH,
  NEW_PRODUCER_PATH,
  ORGANIZER_HOME_PATH,
  ORGANIZER_REFUNDS_PATH,
  ORGANIZER_STATEMENT_PATH,
  PERMISSIONS_PATH,
  PRODUCER_PATH,
  PRODUCERS_PATH,
  REGISTRATION_EDIT_PATH,
  REGISTRATION_PATH,
} from '#web/paths.ts'

/** Without this permission the server refuses a page's requests. An event's editor redirects instead. */
const NEEDED: Readonly<Record<string, Permission>> = {
  [ORGANIZER_HOME_PATH]: 'view-event-participants',
  [EVENT_HISTORY_PATH]: 'view-event',
  [EVENT_PANEL_PATH]: 'view-event-participants',
  [EVENT_PARTICIPANTS_PATH]: 'view-event-participants',
  [ANY_EVENT_PARTICIPANTS_PATH]: 'view-event-participants',
  [EVENT_REFUNDS_PATH]: 'view-event-finances',
  [EVENT_RIGHTS_PATH]: 'edit-registration-participant-event',
  [EVENT_RIGHTS_REPORT_PATH]: 'view-event-finances',
  [EVENT_PRODUCERS_PATH]: 'view-realizadores',
  [REGISTRATION_EDIT_PATH]: 'edit-registration-participant-event',
  [REGISTRATION_PATH]: 'view-event-participants',
  [PRODUCERS_PATH]: 'view-realizadores',
  [NEW_PRODUCER_PATH]: 'create-realizador',
  // Must precede the pattern that also matches it.
  [NEW_PRODUCER_DETAIL_PATH]: 'create-realizador',
  [PRODUCER_PATH]: 'view-realizadores',
  [PERMISSIONS_PATH]: 'view-realizadores',
  [FEES_PATH]: 'view-fees',
  [ORGANIZER_STATEMENT_PATH]: 'view-event-finances',
  [ORGANIZER_REFUNDS_PATH]: 'view-event-finances',
}

export function missingPermission(pathname: string, permissions: readonly string[]): Permission | null {
  const path = Object.keys(NEEDED).find((one) => matchPath(one, pathname))
  const needed = path && NEEDED[path]
  return needed && !permissions.includes(needed) ? needed : null
}
