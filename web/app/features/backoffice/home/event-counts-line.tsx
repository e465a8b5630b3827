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
    { status: EVENT_STATUS.closed, count: events.inactive, one: 'inativo', many: 'inativos' },
    { status: EVENT_STATUS.expired, count: events.expired, one: 'expirado', many: 'expirados' },
    { status: EVENT_STATUS.cancelled, count: events.cancelled, one: 'cancelado', many: 'cancelados' },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return 'nenhum inativo, expirado ou cancelado'
  return parts.map(({ status, count, one, many }, index) => (
    <Fragment key={status}>
      {index > 0 && ' · '}
      {list ? (
        <Link to={`${list}?status=${status}`}>{plural(count, one, many)}</Link>
      ) : (
        <Unbroken>{plural(count, one, many)}</Unbroken>
      )}
    </Fragment>
  ))
}
