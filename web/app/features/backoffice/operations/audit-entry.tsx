import { Link } from 'react-router'
import type { AuditRow } from '#contract/backoffice/operations.ts'
import {
  ACCOUNT_RECORD_PATH,
  ENTERPRISE_PATH,
  MANAGE_EVENT_PATH,
  ORGANIZER_PATH,
  PRODUCER_PATH,
  pathTo,
  REGISTRATION_PATH,
} from '#web/paths.ts'
import { ChangeEntry } from '#web/ui/change-entry.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { ACTION_WORDS, changeWords, ENTITY_WORDS } from './audit-words.ts'

const PAGES: Readonly<Record<string, string>> = {
  event: MANAGE_EVENT_PATH,
  registration: REGISTRATION_PATH,
  user: ACCOUNT_RECORD_PATH,
  organizer: ORGANIZER_PATH,
  producer: PRODUCER_PATH,
  enterprise: ENTERPRISE_PATH,
}

export function AuditEntry({ entry }: { entry: AuditRow }) {
  return (
    <ChangeEntry
      title={ACTION_WORDS[entry.action] ?? 'Mudança'}
      at={entry.at}
      when={momentWords(entry.at)}
      byline={
        <>
          {entry.actor?.name ?? 'A plataforma'} · <Entity entry={entry} />
          {entry.event && entry.entity !== 'event' && (
            <>
              {' '}
              · {entry.event.title} (nº {entry.event.id})
            </>
          )}
          {entry.ip && <> · IP {entry.ip}</>}
        </>
      }
      changes={changeWords(entry.before, entry.after)}
    />
  )
}

function Entity({ entry: { entity, entity_id: id, event } }: { entry: AuditRow }) {
  const words =
    entity === 'event' && event
      ? `${event.title} (nº ${event.id})`
      : `${ENTITY_WORDS[entity] ?? 'Registro'}${id === null ? '' : ` nº ${id}`}`
  const page = PAGES[entity]
  return id !== null && page ? <Link to={pathTo(page, id)}>{words}</Link> : words
}
