import { toIsoDate } from '#contract/dates.ts'

/** What the trail is narrowed by; empty is no filter. */
export interface AuditFilters {
  /** A name or an e-mail: stands in the browser's history entry, not in the address. */
  pessoa: string
  acao: string
  entidade: string
  /** Numbers of a record and of an event. */
  registro: string
  evento: string
  /** `yyyy-mm-dd` */
  de: string
  ate: string
}

const NONE: AuditFilters = { pessoa: '', acao: '', entidade: '', registro: '', evento: '', de: '', ate: '' }

/** What the address and its history entry ask for, without what makes no sense. */
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

/** Only what is set, for the address. Changed filters begin at the first page. */
export const writeAuditFilters = ({ pessoa: _pessoa, ...filters }: AuditFilters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))

/** The same as the API names it. */
export const auditQueryOf = ({ pessoa, acao, entidade, registro, evento, de, ate }: AuditFilters) => ({
  actor: pessoa,
  action: acao,
  entity: entidade,
  ...(registro && { entity_id: registro }),
  ...(evento && { event_id: evento }),
  from: de,
  to: ate,
})
