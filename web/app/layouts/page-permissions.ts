import { matchPath } from 'react-router'
import type { Permission } from '#contract/roles.ts'
import {
  ANY_EVENT_PARTICIPANTS_PATH,
  EVENT_HISTORY_PATH,
  EVENT_PANEL_PATH,
  EVENT_PARTICIPANTS_PATH,
  EVENT_PRODUCERS_PATH,
  EVENT_REFUNDS_PATH,
  FEES_PATH,
  NEW_PRODUCER_DETAIL_PATH,
  NEW_PRODUCER_PATH,
  ORGANIZER_HOME_PATH,
  ORGANIZER_STATEMENT_PATH,
  PERMISSIONS_PATH,
  PRODUCER_PATH,
  PRODUCERS_PATH,
  REGISTRATION_EDIT_PATH,
  REGISTRATION_PATH,
} from '../paths.ts'

/**
 * The permission without which the server refuses all that a page shows. The editor of an event is not here: it sends
 * whoever may not open it back to the list, as specified.
 */
const NEEDED: Readonly<Record<string, Permission>> = {
  [ORGANIZER_HOME_PATH]: 'view-event-participants',
  [EVENT_HISTORY_PATH]: 'view-event',
  [EVENT_PANEL_PATH]: 'view-event-participants',
  [EVENT_PARTICIPANTS_PATH]: 'view-event-participants',
  [ANY_EVENT_PARTICIPANTS_PATH]: 'view-event-participants',
  [EVENT_REFUNDS_PATH]: 'view-event-finances',
  [EVENT_PRODUCERS_PATH]: 'view-realizadores',
  [REGISTRATION_EDIT_PATH]: 'edit-registration-participant-event',
  [REGISTRATION_PATH]: 'view-event-participants',
  [PRODUCERS_PATH]: 'view-realizadores',
  [NEW_PRODUCER_PATH]: 'create-realizador',
  // Before the pattern that matches it too.
  [NEW_PRODUCER_DETAIL_PATH]: 'create-realizador',
  [PRODUCER_PATH]: 'view-realizadores',
  [PERMISSIONS_PATH]: 'view-realizadores',
  [FEES_PATH]: 'view-fees',
  [ORGANIZER_STATEMENT_PATH]: 'view-event-finances',
}

/** What somebody with these permissions lacks to see a page; null when nothing. */
export function missingPermission(pathname: string, permissions: readonly string[]): Permission | null {
  const path = Object.keys(NEEDED).find((one) => matchPath(one, pathname))
  const needed = path && NEEDED[path]
  return needed && !permissions.includes(needed) ? needed : null
}
