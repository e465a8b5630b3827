import { anyText, day, MAX_FILTER_LENGTH, readFilters } from '../../../list-filters.ts'

const number = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? text : '')

/** The filters of the audit log in the URL; `registro` and `evento` are ids of a record and of an event. */
const KINDS = {
  acao: anyText,
  entidade: anyText,
  registro: number,
  evento: number,
  cobranca: anyText,
  de: day,
  ate: day,
}

/** `pessoa`, a name or an e-mail, is kept in the browser's history entry, not in the URL. */
export type AuditFilters = Record<keyof typeof KINDS | 'pessoa', string>

export const readAuditFilters = (search: URLSearchParams, state: unknown): AuditFilters => ({
  ...readFilters(search, KINDS),
  pessoa: isPersonState(state) ? state.pessoa.trim().slice(0, MAX_FILTER_LENGTH) : '',
})

const isPersonState = (state: unknown): state is { pessoa: string } =>
  typeof state === 'object' && state !== null && 'pessoa' in state && typeof state.pessoa === 'string'

/** The filters under the names of the API. */
export const auditQueryOf = ({
  pessoa,
  acao,
  entidade,
  registro,
  evento,
  cobranca,
  de,
  ate,
}: AuditFilters) => ({
  actor: pessoa,
  action: acao,
  entity: entidade,
  ...(registro && { entity_id: registro }),
  ...(evento && { event_id: evento }),
  ...(cobranca && { charge: cobranca }),
  from: de,
  to: ate,
})
