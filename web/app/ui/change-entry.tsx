import type { ReactNode } from 'react'
import classes from './change-entry.module.css'

interface Change {
  field: string
  before: string | null
  after: string | null
}

interface ChangeEntryProps {
  title: string
  /** The time as an ISO 8601 instant; `when` is its display text. */
  at: string
  when: string
  byline: ReactNode
  changes: readonly Change[]
}

export function ChangeEntry({ title, at, when, byline, changes }: ChangeEntryProps) {
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <p className={classes.byline}>{byline}</p>
        <time dateTime={at}>{when}</time>
      </div>
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  )
}

const NOTHING = '—'

function Changes({ changes }: Pick<ChangeEntryProps, 'changes'>) {
  // A created record has no old values.
  if (changes.every(({ before }) => before === null))
    return (
      <dl className={classes.facts}>
        {changes.map(({ field, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>{after ?? NOTHING}</dd>
          </div>
        ))}
      </dl>
    )
  return (
    <table className={classes.changes}>
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
            <td>{before ?? NOTHING}</td>
            <td>{after ?? NOTHING}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
