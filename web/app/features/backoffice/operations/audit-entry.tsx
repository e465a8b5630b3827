import { Link } from 'react-router'
import type { AuditRow } from '#contract/backoffice/operations.ts'
import { momentWords } from '../../registration/moment.ts'
import {
  ENTERPRISES_PATH,
  ORGANIZERS_PATH,
  PARTICIPANTS_PATH,
  recordPath,
  registrationPath,
} from '../places.ts'
import { ACTION_WORDS, changeWords, ENTITY_WORDS, NOTHING } from './audit-words.ts'
import operations from './operations.module.css'

/** Where a record is seen, as far as there is a page of it. */
const PAGES: Readonly<Record<string, (id: number) => string>> = {
  event: (id) => `/organizador/eventos/detalhe/${id}`,
  registration: registrationPath,
  user: (id) => recordPath(PARTICIPANTS_PATH, id),
  organizer: (id) => recordPath(ORGANIZERS_PATH, id),
  producer: (id) => `/organizador/realizadores/detalhe/${id}`,
  enterprise: (id) => recordPath(ENTERPRISES_PATH, id),
}

/** Who did what to what, when, and both sides of it. */
export function AuditEntry({ entry }: { entry: AuditRow }) {
  const changes = changeWords(entry.before, entry.after)
  // What came into being has no other side to compare.
  const onlyNew = changes.every(({ before }) => before === NOTHING)
  return (
    <li className={operations.entry}>
      <div className={operations.entryHead}>
        <h2>{ACTION_WORDS[entry.action] ?? entry.action}</h2>
        <time dateTime={entry.at}>{momentWords(entry.at)}</time>
      </div>
      <p className={operations.entryWords}>
        {entry.actor?.name ?? 'A plataforma'} · <Entity entry={entry} />
        {entry.event && entry.entity !== 'event' && <> · {entry.event.title}</>}
        {entry.ip && <> · IP {entry.ip}</>}
      </p>
      {onlyNew && changes.length > 0 && (
        <dl className={operations.facts}>
          {changes.map(({ field, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{after}</dd>
            </div>
          ))}
        </dl>
      )}
      {!onlyNew && (
        <table className={operations.changes}>
          <thead>
            <tr>
              <th scope="col">Campo</th>
              <th scope="col">Antes</th>
              <th scope="col">Depois</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}

function Entity({ entry: { entity, entity_id: id, event } }: { entry: AuditRow }) {
  const words =
    entity === 'event' && event
      ? event.title
      : `${ENTITY_WORDS[entity] ?? entity}${id === null ? '' : ` nº ${id}`}`
  const page = PAGES[entity]
  return id !== null && page ? <Link to={page(id)}>{words}</Link> : words
}
