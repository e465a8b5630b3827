import type { AuditRow } from '#contract/backoffice/operations.ts'
import { csvText } from '#contract/csv.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { ACTION_WORDS, changeWords, ENTITY_WORDS } from './audit-words.ts'

const HEADINGS = ['Quando', 'Quem', 'O que fez', 'Em quê', 'Nº', 'Evento', 'Nº do evento', 'Mudanças', 'IP']

export const auditFile = (rows: readonly AuditRow[]): string =>
  csvText([
    HEADINGS,
    ...rows.map(({ at, actor, action, entity, entity_id, event, before, after, ip }) => [
      momentWords(at),
      actor?.name ?? 'A plataforma',
      ACTION_WORDS[action] ?? 'Mudança',
      ENTITY_WORDS[entity] ?? 'Registro',
      entity_id,
      event?.title ?? '',
      event?.id ?? '',
      changeWords(before, after)
        .map(({ field, before: old, after: now }) => `${field}: ${old ?? '—'} → ${now ?? '—'}`)
        .join('; '),
      ip,
    ]),
  ])
