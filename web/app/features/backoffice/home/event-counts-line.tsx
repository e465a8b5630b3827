import { Fragment } from 'react'
import { Link } from 'react-router'
import type { EventCounts } from '#contract/backoffice/overview.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { plural } from '#contract/words.ts'
import { Unbroken } from '#web/ui/cells.tsx'

interface EventCountsLineProps {
  events: EventCounts
  /** The path of the list of events, which accepts a status as filter. Without it there are no links. */
  list?: string
}

export function EventCountsLine({ events, list }: EventCountsLineProps) {
  const parts = [
    { status: EVENT_STATUS.closed, words: plural(events.inactive, 'inativo', 'inativos') },
    { status: EVENT_STATUS.expired, words: plural(events.expired, 'expirado', 'expirados') },
    { status: EVENT_STATUS.cancelled, words: plural(events.cancelled, 'cancelado', 'cancelados') },
  ]
  return parts.map(({ status, words }, index) => (
    <Fragment key={status}>
      {index > 0 && ' · '}
      {list ? <Link to={`${list}?status=${status}`}>{words}</Link> : <Unbroken>{words}</Unbroken>}
    </Fragment>
  ))
}
