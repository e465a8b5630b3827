import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { isUniqueViolation } from '#server/lib/errors.ts'
import { findEffectiveFees } from '../../fees/queries.ts'
import { insertLink } from '../../producer/events/queries.ts'
import { freeSlug, slugify } from '../domain/slug.ts'
import { writeDocument } from './document/write-document.ts'
import { changesBetween } from './domain/changes.ts'
import type { EventDocument } from './domain/document.ts'
import { findSlugs, insertSetupFee, lockSlug, nextEventId } from './queries.ts'

interface Beginning {
  organizer: { id: number; enterprise_id: number }
  title: string
  at: Date
}

/** What a new event has before anybody says anything of it: its id, its address and whose it is. */
export async function newEvent(tx: Tx, { organizer, title, at }: Beginning) {
  const base = slugify(title)
  await lockSlug(tx, base)
  return {
    id: await nextEventId(tx),
    slug: freeSlug(base, await findSlugs(tx, base)),
    organizer_id: organizer.id,
    enterprise_id: organizer.enterprise_id,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

/** Writes a new event with what comes with every one: the setup fee, once, and the link of the realizador who made it. */
export async function addNewEvent(
  tx: Tx,
  { document, caller, at }: { document: EventDocument; caller: Caller; at: Date },
): Promise<void> {
  const { id: eventId, organizer_id: organizerId, enterprise_id: enterpriseId } = document.event
  await writeDocument(tx, document.event, changesBetween(null, document))
  const amountCents = (await findEffectiveFees(tx, { organizerId, enterpriseId }))?.setup_fee_cents ?? 0
  if (amountCents > 0) await insertSetupFee(tx, { organizerId, eventId, amountCents, at })
  if (caller.organizer?.type === 1)
    await insertLink(tx, { eventId, organizerId: caller.organizer.id, by: caller.userId, at })
}

const ATTEMPTS = 5

/** Those of one title wait for each other (`lockSlug`); titles that differ may still want one address, as `Corrida 2` and a second `Corrida`. */
export async function retryTakenSlug<T>(create: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await create()
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error, 'events_slug_key')) throw error
    }
  }
}
