import { dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import type { Db } from '#server/lib/db.ts'
import type { StoredChoice } from '../../registration/queries.ts'
import type { Offer } from '../domain/offer.ts'
import { readOffer } from '../offers.ts'
import { type Place, placesOf } from './places.ts'
import { listFullLevels } from './queries.ts'

const ACTIVE = 1

interface Held {
  eventId: number
  current: StoredChoice
  paidCents: Cents
}

/** The places that a runner who paid too late may take; none when the event takes no registrations any more. */
export async function readPlaces(
  db: Db,
  { eventId, current, paidCents }: Held,
  at: Date,
): Promise<{ offer: Offer; places: Place[] } | null> {
  const offer = await readOffer(db, eventId)
  if (!offer) return null
  const today = dayIn(offer.timezone, at)
  const isOpen = offer.status === ACTIVE && today <= offer.registrationEndsOn && today <= offer.eventOn
  if (!isOpen) return { offer, places: [] }
  const full = await listFullLevels(db, eventId)
  return { offer, places: placesOf(offer, { current, paidCents, hasRoom: (id) => !full.has(id) }) }
}
