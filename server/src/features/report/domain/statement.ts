import { type IsoDate, toBrazilianDate, toBrazilianDateOrNull } from '#contract/dates.ts'
import { type Cents, toDecimal } from '#contract/money.ts'
import type { Statement } from '#contract/report/statement.ts'
import { type Books, financesOf, methodsOf, splitBooks } from './finances.ts'

export interface StatedEvent {
  id: number
  title: string
  event_on: IsoDate
  organizer_id: number
  organizer: string
}

interface Stated {
  events: readonly StatedEvent[]
  chosen: readonly StatedEvent[]
  books: Books
  donations: readonly { event_id: number; to: string; registrations: number; cents: Cents }[]
  organizerId: number | undefined
}

/** In the order of `chosen`; organizers and events without rows are omitted. */
export function presentStatement({ events, chosen, books, donations, organizerId }: Stated): Statement {
  const organizerOf = new Map(chosen.map(({ id, organizer_id }) => [id, organizer_id]))
  const byEvent = splitBooks(books, ({ event_id }) => event_id)
  const byOrganizer = splitBooks(books, ({ event_id }) => organizerOf.get(event_id))
  return {
    total: financesOf(books),
    organizers: organizersOf(chosen).flatMap(({ id, name }) => {
      const own = byOrganizer.get(id)
      if (!own) return []
      const its = chosen.filter(({ organizer_id }) => organizer_id === id)
      return {
        id,
        name,
        total: financesOf(own),
        events: its.flatMap((event) => presentEvent(event, byEvent)),
      }
    }),
    by_method: methodsOf(books.money),
    by_day: [...splitBooks(books, ({ day }) => day)]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([day, own]) => ({ day: toBrazilianDate(day), ...financesOf(own) })),
    donations: donations.map(({ event_id: id, to, registrations, cents }) => ({
      event: { id, name: chosen.find((event) => event.id === id)?.title ?? '' },
      to,
      registrations,
      amount: toDecimal(cents),
    })),
    choices: {
      organizers: organizersOf(events),
      events: events
        .filter(({ organizer_id }) => organizer_id === organizerId)
        .map(({ id, title }) => ({ id, name: title })),
    },
  }
}

function presentEvent({ id, title, event_on }: StatedEvent, books: ReadonlyMap<number, Books>) {
  const own = books.get(id)
  return own ? [{ id, title, date_event: toBrazilianDateOrNull(event_on), total: financesOf(own) }] : []
}

const organizersOf = (events: readonly StatedEvent[]): { id: number; name: string }[] =>
  [...new Map(events.map(({ organizer_id, organizer }) => [organizer_id, organizer]))].map(([id, name]) => ({
    id,
    name,
  }))
