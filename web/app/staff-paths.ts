import {
  ALL_EVENTS_PATH,
  ANY_EVENT_PARTICIPANTS_PATH,
  AUDIT_PATH,
  EVENT_PARTICIPANTS_PATH,
  EVENTS_PATH,
  pathTo,
} from './paths.ts'
import type { Session } from './session.ts'

// Paths that depend on who asks, apart from the others: public pages load those.

/** Admin and Empresa have their own screens for what organizers see under /organizador. */
export const isBackOffice = ({ roles }: Session): boolean => !roles.includes('Organizador')
export const eventsPath = (session: Session): string =>
  isBackOffice(session) ? ALL_EVENTS_PATH : EVENTS_PATH
export const participantsPath = (session: Session, eventId: number): string =>
  pathTo(isBackOffice(session) ? ANY_EVENT_PARTICIPANTS_PATH : EVENT_PARTICIPANTS_PATH, eventId)

/** The audit log's entries of one record. */
export const auditPathOf = (entity: string, id: number): string =>
  `${AUDIT_PATH}?entidade=${entity}&registro=${id}`
