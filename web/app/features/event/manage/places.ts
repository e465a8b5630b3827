import type { Session } from '../../../session.ts'

/** Where an event is edited; without an id, where one is made. */
export const editorPath = (id: number | 'novo'): string => `/organizador/eventos/detalhe/${id}`

/** Admin and Empresa have screens of their own for what organizers see under /organizador. */
export const isBackOffice = ({ user }: Session): boolean => user.organizer === null

export const eventsPath = (session: Session): string =>
  isBackOffice(session) ? '/admin/eventos' : '/organizador/eventos'

export const participantsPath = (session: Session, eventId: number): string =>
  isBackOffice(session) ? `/event/participants/${eventId}` : `/organizador/eventos/${eventId}/participantes`

export const historyPath = (eventId: number): string => `/organizador/eventos/${eventId}/historico`

export const producersPath = (eventId: number): string => `/organizador/eventos/${eventId}/realizadores`
