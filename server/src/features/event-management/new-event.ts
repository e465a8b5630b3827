import { randomBytes } from 'node:crypto'
import type { EventDraft } from '#contract/event-management/event-document.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import type { Deps } from '#server/deps.ts'
import { freeSlug, slugify } from '#server/features/event/domain/slug.ts'
import { findEffectiveFees } from '#server/features/fees/queries.ts'
import { requireNotSuspended } from '#server/features/organizer/require-not-suspended.ts'
import { insertLink } from '#server/features/producer/events/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { allocateIds } from '#server/lib/bulk.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError, isUniqueViolation } from '#server/lib/errors.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { changesBetween } from './domain/changes.ts'
import type { FilePurpose } from './domain/column-kinds.ts'
import { idsForDraft, planDocument } from './domain/plan-document.ts'
import { consumeDraft } from './drafts/save-draft.ts'
import { writeDocument } from './queries/document.ts'
import {
  findCreation,
  findSlugs,
  insertCreation,
  insertSetupFee,
  lockSlug,
  nextEventId,
} from './queries/events.ts'
import { isForSale, requireSellers } from './require-sellers.ts'

interface Start {
  organizer: { id: number; enterprise_id: number }
  draft: Pick<EventDraft, 'title' | 'is_public'>
  at: Date
}

/** 80 bits. */
const SECRET_BYTES = 10

/** Unguessable for an unlisted event. */
export async function newSlug(tx: Tx, { title, is_public }: Start['draft']): Promise<string> {
  const base = slugify(title)
  if (!is_public) return `${base}-${randomBytes(SECRET_BYTES).toString('hex')}`
  await lockSlug(tx, base)
  return freeSlug(base, await findSlugs(tx, base))
}

/** Columns that are not part of a draft. */
export async function newEvent(tx: Tx, { organizer, draft, at }: Start) {
  return {
    slug: await newSlug(tx, draft),
    id: await nextEventId(tx),
    organizer_id: organizer.id,
    enterprise_id: organizer.enterprise_id,
    version: 1,
    opened_at: null,
    preview_token: null,
    registration_goal: null,
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
  /** Called after the organizer was locked. */
  prepare: (tx: Tx) => Promise<{
    draft: EventDraft
    columns: { city_id: number | null; timezone: string; status: number }
    pathOf: (ref: string, purpose: FilePurpose) => string
    history: Record<string, string>
  }>
}

/**
 * Returns the id of an earlier attempt with the same key. Throws 409 when the organizer is suspended or
 * cannot be named.
 */
export function addNewEvent(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
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
      await consumeDraft(tx, caller, draft.from_draft, null)
      const ids = await allocateIds(tx, idsForDraft(draft, null))
      const event = { ...own, ...columns }
      const { document } = planDocument({ draft, event, stored: null, pathOf, ids })
      if (isForSale(document.event)) await requireSellers(tx, organizer.id, config)
      await writeDocument(tx, document.event, changesBetween(null, document))
      const owner = { organizerId: organizer.id, enterpriseId: organizer.enterprise_id }
      const amountCents = (await findEffectiveFees(tx, owner))?.setup_fee_cents ?? 0
      const charge = {
        organizer_id: organizer.id,
        event_id: eventId,
        amount_cents: amountCents,
        created_at: at,
      }
      if (amountCents > 0) await insertSetupFee(tx, charge)
      if (caller.organizer?.type === ORGANIZER_TYPE.producer)
        await insertLink(tx, caller, { eventId, organizerId: caller.organizer.id, at })
      await audit(tx, {
        at,
        actorUserId: caller.userId,
        action,
        entityId: eventId,
        after: history,
        ip,
      })
      return eventId
    }),
  )
}

const ATTEMPTS = 5

/**
 * `lockSlug` serializes equal titles only: `Corrida 2` and a second `Corrida` may still lead to the same
 * slug.
 */
async function retryTakenSlug<T>(create: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await create()
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error, 'events_slug_key')) throw error
    }
  }
}

interface Attempt {
  userId: number
  /** Idempotency key; null if none was sent. */
  key: string | null
  request: unknown
}

/** Null if there is none. Throws 422 when the earlier request was a different one. */
export async function earlierEvent(db: Db, { userId, key, request }: Attempt): Promise<number | null> {
  const creation = key === null ? null : await findCreation(db, userId, key)
  if (!creation) return null
  if (creation.request_hash !== hashOf(request)) throw new AppError('key_reused')
  return creation.event_id
}

/** Returns the event of another attempt that holds the key, or waits for one that is claiming it. */
async function claimKey(
  tx: Tx,
  attempt: Attempt,
  { eventId, at }: { eventId: number; at: Date },
): Promise<number | null> {
  const { userId, key, request } = attempt
  if (key === null) return null
  const isOurs = await insertCreation(tx, {
    user_id: userId,
    idempotency_key: key,
    request_hash: hashOf(request),
    event_id: eventId,
    created_at: at,
  })
  return isOurs ? null : earlierEvent(tx, attempt)
}

const hashOf = (request: unknown) => sha256Hex(JSON.stringify(request))
