import {
  ALL_EVENTS_PATH,
  ANY_EVENT_PARTICIPANTS_PATH,
  AUDIT_PATH,
  EVENT_PARTICIPANTS_PATH,
  EVENTS_PATH,
  pathTo,
} from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'

// Paths that depend on the user's role. They are separate because public pages load paths.ts but not these.

/** Admin and Empresa have the back office's screens instead of those under /organizador. */
export const isBackOffice = ({ roles }: Session): boolean => !roles.includes('Organizador')
export const eventsPath = (session: Session): string =>
  isBackOffice(session) ? ALL_EVENTS_PATH : EVENTS_PATH
export const participantsPath = (session: Session, eventId: number): string =>
  pathTo(isBackOffice(session) ? ANY_EVENT_PARTICIPANTS_PATH : EVENT_PARTICIPANTS_PATH, eventId)

export const auditPathOf = (entity: string, id: number): string =>
  `${AUDIT_PATH}?entidade=${entity}&registro=${id}`
