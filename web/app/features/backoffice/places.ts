export const ADMIN_HOME_PATH = '/admin/pagina-inicial'
export const JOBS_PATH = '/admin/tarefas'
export const MESSAGES_PATH = '/admin/mensagens'
export const AUDIT_PATH = '/admin/auditoria'
export const SECURITY_LOG_PATH = '/admin/seguranca'
export const EVENTS_PATH = '/admin/eventos'
export const ENTERPRISES_PATH = '/Empresas'
export const ORGANIZERS_PATH = '/organizadores'
export const PARTICIPANTS_PATH = '/participantes'
export const PEOPLE_PATH = '/pessoas'
export const CITIES_PATH = '/cidades'
export const STATEMENT_PATH = '/empresa/extrato'
export const FEES_PATH = '/organizador/taxas'

/** The same screen in its other mode; the address keeps it across a reload. */
export const EDIT_PARAM = 'editar'

export const recordPath = (list: string, id: number | 'novo'): string => `${list}/${id}`
export const editPath = (list: string, id: number): string => `${recordPath(list, id)}?${EDIT_PARAM}`
export const mergePath = (id: number): string => `${recordPath(PARTICIPANTS_PATH, id)}/unificar`
export const registrationPath = (id: number): string => `/organizador/evento/participante/editar/${id}`
/** The trail of one record. */
export const trailPath = (entity: string, id: number): string =>
  `${AUDIT_PATH}?entidade=${entity}&registro=${id}`
