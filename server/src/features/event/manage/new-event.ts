import { randomBytes } from 'node:crypto'
import type { EventDraft } from '#contract/organizer-event.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { allocateIds } from '#server/lib/bulk.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError, isUniqueViolation } from '#server/lib/errors.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { findEffectiveFees } from '../../fees/queries.ts'
import { insertLink } from '../../producer/events/queries.ts'
import { requireNotSuspended } from '../../producer/require-not-suspended.ts'
import { freeSlug, slugify } from '../domain/slug.ts'
import { changesBetween } from './domain/changes.ts'
import type { FilePurpose } from './domain/column-kinds.ts'
import { idsForDraft, planDocument } from './domain/plan-document.ts'
import { writeDocument } from './queries/document.ts'
import {
  findCreation,
  findSlugs,
  insertCreation,
  insertSetupFee,
  lockSlug,
  nextEventId,
} from './queries/events.ts'

interface Start {
  organizer: { id: number; enterprise_id: number }
  draft: Pick<EventDraft, 'title' | 'is_public'>
  at: Date
}

/** 80 bits. */
const SECRET_BYTES = 10

/** The address of an event: of its title, and of an unlisted event also secret. */
export async function newSlug(tx: Tx, { title, is_public }: Start['draft']): Promise<string> {
  const base = slugify(title)
  if (!is_public) return `${base}-${randomBytes(SECRET_BYTES).toString('hex')}`
  await lockSlug(tx, base)
  return freeSlug(base, await findSlugs(tx, base))
}

/** The columns of a new event that no draft says: its id, its slug and its owner. */
export async function newEvent(tx: Tx, { organizer, draft, at }: Start) {
  return {
    slug: await newSlug(tx, draft),
    id: await nextEventId(tx),
    organizer_id: organizer.id,
    enterprise_id: organizer.enterprise_id,
    version: 1,
    opened_at: null,
    preview_token: null,
    created_at: at,
    updated_at: at,
  }
}

interface Creation {
  caller: Caller
  attempt: Attempt
  ip: string
  organizer: { id: number; enterprise_id: number }
  action: 'event.created' | 'event.duplicated'
  /** What to create, read after the organizer was locked. */
  prepare: (tx: Tx) => Promise<{
    draft: EventDraft
    columns: { city_id: number | null; timezone: string; status: number }
    pathOf: (ref: string, purpose: FilePurpose) => string
    history: Record<string, string>
  }>
}

/**
 * Creates an event with its setup fee, once, and the link of the realizador who made it; answers its id, or that of the
 * event an earlier attempt with the same key made. Throws 409 when the organizer is suspended.
 */
export function addNewEvent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, attempt, ip, organizer, action, prepare }: Creation,
): Promise<number> {
  const at = clock.now()
  return retryTakenSlug(() =>
    transaction(db, async (tx) => {
      await requireNotSuspended(tx, organizer.id)
      const { draft, columns, pathOf, history } = await prepare(tx)
      const own = await newEvent(tx, { organizer, draft, at })
      const { id: eventId } = own
      const other = await claimKey(tx, attempt, { eventId, at })
      if (other !== null) return other
      const ids = await allocateIds(tx, idsForDraft(draft, null))
      const event = { ...own, ...columns }
      const { document } = planDocument({ draft, event, stored: null, pathOf, ids })
      await writeDocument(tx, document.event, changesBetween(null, document))
      const owner = { organizerId: organizer.id, enterpriseId: organizer.enterprise_id }
      const amountCents = (await findEffectiveFees(tx, owner))?.setup_fee_cents ?? 0
      if (amountCents > 0) await insertSetupFee(tx, { organizerId: organizer.id, eventId, amountCents, at })
      if (caller.organizer?.type === 1)
        await insertLink(tx, { eventId, organizerId: caller.organizer.id, by: caller.userId, at })
      await audit(tx, {
        at,
        actorUserId: caller.userId,
        action,
        entity: 'event',
        entityId: eventId,
        eventId,
        after: history,
        ip,
      })
      return eventId
    }),
  )
}

const ATTEMPTS = 5

/** Events of one title wait for each other (`lockSlug`); other titles may still want one slug, as `Corrida 2` and a second `Corrida`. */
async function retryTakenSlug<T>(create: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await create()
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error, 'events_slug_key')) throw error
    }
  }
}

/** A request that makes an event. */
interface Attempt {
  userId: number
  /** Idempotency key, if it was sent. */
  key: string | null
  request: unknown
}

/** The event an earlier attempt with this key made; throws 422 when that one asked for something else. */
export async function earlierEvent(db: Db, { userId, key, request }: Attempt): Promise<number | null> {
  const creation = key === null ? null : await findCreation(db, userId, key)
  if (!creation) return null
  if (creation.request_hash !== hashOf(request)) throw new AppError('key_reused')
  return creation.event_id
}

/**
 * Claims the key for this event before anything of the event is written. When another attempt has it, or is taking it (that
 * one is waited for), answers the event of that one.
 */
async function claimKey(
  tx: Tx,
  attempt: Attempt,
  { eventId, at }: { eventId: number; at: Date },
): Promise<number | null> {
  const { userId, key, request } = attempt
  if (key === null) return null
  const isOurs = await insertCreation(tx, { userId, key, requestHash: hashOf(request), eventId, at })
  return isOurs ? null : earlierEvent(tx, attempt)
}

const hashOf = (request: unknown) => sha256Hex(JSON.stringify(request))
