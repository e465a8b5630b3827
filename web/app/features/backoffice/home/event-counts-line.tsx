import { Fragment } from 'react'
import { Link } from 'react-router'
import type { EventCounts } from '#contract/backoffice/overview.ts'
import { plural } from '#contract/words.ts'

interface EventCountsLineProps {
  events: EventCounts
  /** The path of the list of one status; without it there are no links. */
  list?: string
}

/** The numbers of events that are not open, by status. */
export function EventCountsLine({ events, list }: EventCountsLineProps) {
  const parts = [
    { status: 0, words: plural(events.inactive, 'inativo', 'inativos') },
    { status: 2, words: plural(events.expired, 'expirado', 'expirados') },
    { status: 3, words: plural(events.cancelled, 'cancelado', 'cancelados') },
  ]
  return parts.map(({ status, words }, index) => (
    <Fragment key={status}>
      {index > 0 && ' · '}
      {list ? <Link to={`${list}?status=${status}`}>{words}</Link> : words}
    </Fragment>
  ))
}
