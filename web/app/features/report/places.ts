export const HOME_PATH = '/organizador/pagina-inicial'
export const STATEMENT_PATH = '/organizador/extrato'

/** Where an event is shown in figures. */
export const panelPath = (eventId: number): string => `/organizador/eventos/${eventId}/painel`
