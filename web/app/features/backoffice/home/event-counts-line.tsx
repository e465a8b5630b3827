import { Fragment } from 'react'
import { Link } from 'react-router'
import type { EventCounts } from '#contract/backoffice/overview.ts'
import { plural } from '../count.ts'

interface EventCountsLineProps {
  events: EventCounts
  /** The list that shows those of one status; without it nothing leads anywhere. */
  list?: string
}

/** The events that are not open, by status. */
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
