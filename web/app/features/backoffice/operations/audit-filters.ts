import { toIsoDate } from '#contract/dates.ts'

/** The filters of the audit log; an empty value filters nothing. */
export interface AuditFilters {
  /** A name or an e-mail: kept in the browser's history entry, not in the URL. */
  pessoa: string
  acao: string
  entidade: string
  /** Ids of a record and of an event. */
  registro: string
  evento: string
  /** `yyyy-mm-dd` */
  de: string
  ate: string
}

const NONE: AuditFilters = { pessoa: '', acao: '', entidade: '', registro: '', evento: '', de: '', ate: '' }

/** Reads the filters from the URL and the history entry; invalid values are ignored. */
export function readAuditFilters(search: URLSearchParams, state: unknown): AuditFilters {
  const text = (name: keyof AuditFilters) => (search.get(name) ?? '').trim().slice(0, 120)
  const day = (name: keyof AuditFilters) => toIsoDate(text(name)) ?? ''
  const number = (name: keyof AuditFilters) => (/^[1-9]\d{0,14}$/.test(text(name)) ? text(name) : '')
  return {
    ...NONE,
    pessoa: isPersonState(state) ? state.pessoa.trim().slice(0, 120) : '',
    acao: text('acao').slice(0, 60),
    entidade: text('entidade').slice(0, 60),
    registro: number('registro'),
    evento: number('evento'),
    de: day('de'),
    ate: day('ate'),
  }
}

const isPersonState = (state: unknown): state is { pessoa: string } =>
  typeof state === 'object' && state !== null && 'pessoa' in state && typeof state.pessoa === 'string'

/** The filters that are set, for the URL. The page number is left out, so that changed filters start at the first page. */
export const writeAuditFilters = ({ pessoa: _pessoa, ...filters }: AuditFilters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))

/** The filters under the names of the API. */
export const auditQueryOf = ({ pessoa, acao, entidade, registro, evento, de, ate }: AuditFilters) => ({
  actor: pessoa,
  action: acao,
  entity: entidade,
  ...(registro && { entity_id: registro }),
  ...(evento && { event_id: evento }),
  from: de,
  to: ate,
})
