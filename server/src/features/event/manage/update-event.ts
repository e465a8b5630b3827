import { dayIn } from '#contract/dates.ts'
import type { EventDraft, OrganizerEvent } from '#contract/organizer-event.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { allocateIds } from '#server/lib/bulk.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField, isForeignKeyViolation, refuse } from '#server/lib/errors.ts'
import { requireStanding } from '../../producer/require-standing.ts'
import { checkDraft, type Place } from './check-draft.ts'
import { findUsed, getDocument, getEvent, lockEvent, lockLevels } from './document/queries.ts'
import { readEvent } from './document/read-event.ts'
import { writeDocument } from './document/write-document.ts'
import { type Changes, changesBetween } from './domain/changes.ts'
import type { EventDocument, EventRow } from './domain/document.ts'
import { eventColumns } from './domain/event-columns.ts'
import { historyOf } from './domain/history.ts'
import { inUseSentence } from './domain/in-use.ts'
import { freshIds, idsForDraft } from './domain/new-ids.ts'
import { revivedStatus, switchedStatus } from './domain/status.ts'
import { limitProblems, storedProblems } from './domain/stored-problems.ts'
import { wantedDocument } from './domain/wanted-document.ts'
import { maySwitchStatus } from './policy.ts'
import { getSurroundings } from './queries.ts'
import { resolveFiles } from './resolve-files.ts'

interface Save {
  caller: Caller
  eventId: number
  draft: EventDraft
  ip: string
}

const OPEN = 1

/**
 * Saves an event as one document: everything or nothing, and nothing over somebody else's save. Throws 404, 422 by field,
 * 409 `stale_version`, 409 for an open one of a suspended organizer, and 409 `in_use` for an item left out that registrations
 * point at. docs/algorithms/saving-an-event.md
 */
export async function updateEvent(
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'rateLimiter'>,
  { caller, eventId, draft: given, ip }: Save,
): Promise<OrganizerEvent> {
  const event = await getEvent(deps.db, caller, eventId)
  refuseStale(given, event)
  const { organizer_id: organizerId, enterprise_id: enterpriseId } = event
  const place = await checkDraft(deps.db, given, { organizerId, enterpriseId })
  const stored = await getDocument(deps.db, event)
  const draft = await resolveFiles(deps, { caller, draft: given, stored })
  const at = deps.clock.now()

  await transaction(deps.db, async (tx) => {
    if ((draft.status ?? event.status) === OPEN) await requireStanding(tx, organizerId)
    const locked = await lockEvent(tx, caller, eventId)
    refuseStale(draft, locked)
    const stored = await getDocument(tx, locked)
    const { document, limitFields } = await wanted(tx, { draft, stored, place, caller, at })
    const changes = changesBetween(stored, document)
    await refuseLimits(tx, changes, limitFields)
    await refuseUsed(tx, stored, changes)
    const { city } = await getSurroundings(tx, eventId)
    await writeDocument(tx, document.event, changes)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.updated',
      entity: 'event',
      entityId: eventId,
      eventId,
      ...historyOf({ document: stored, city }, { document, city: place.city }),
      ip,
    })
  }).catch((error) => {
    // A registration came to point at a removed item in between: the foreign keys saw what the look before did not.
    throw isForeignKeyViolation(error) ? new AppError('in_use', { cause: error }) : error
  })
  return readEvent(deps.db, caller, eventId)
}

function refuseStale(draft: EventDraft, event: EventRow): void {
  if (draft.lock_version !== undefined && draft.lock_version !== event.version)
    throw new AppError('stale_version')
}

interface Wish {
  draft: EventDraft
  stored: EventDocument
  place: Place
  caller: Caller
  at: Date
}

async function wanted(tx: Tx, { draft, stored, place, caller, at }: Wish) {
  refuse(storedProblems(draft, stored))
  const { event } = stored
  const switched = maySwitchStatus(caller)
    ? switchedStatus(event.status, draft.status ?? event.status)
    : event.status
  if (switched === null) throw invalidField('status', 'Campo não é válido')
  const status = revivedStatus(switched, draft.date_event, dayIn(place.timezone, at))
  const version = event.version + 1
  const row = { ...event, ...eventColumns(draft, place), status, version, updated_at: at }
  const fresh = freshIds(await allocateIds(tx, idsForDraft(draft, stored)))
  return wantedDocument(draft, row, stored, fresh)
}

/** Locks the levels whose limits change or that go, and throws 422 for limits below what they hold. */
async function refuseLimits(tx: Tx, changes: Changes, limitFields: Map<number, string>): Promise<void> {
  const { written, removed } = changes.stock_levels
  const locked = await lockLevels(
    tx,
    [...written, ...removed].map((level) => level.id),
  )
  refuse(limitProblems(written, locked, limitFields))
}

/** Throws 409 for the first removed item that registrations point at. */
async function refuseUsed(tx: Tx, stored: EventDocument, changes: Changes): Promise<void> {
  const { modalities, categories, kits, shirt_sizes, coupons, terms, questionnaires } = changes
  const removed = {
    modalities: modalities.removed,
    categories: categories.removed,
    kits: kits.removed,
    shirt_sizes: shirt_sizes.removed,
    coupons: coupons.removed,
    terms: terms.removed,
    questionnaires: questionnaires.removed,
  }
  if (Object.values(removed).every((items) => items.length === 0)) return
  const used = await findUsed(tx, stored.event.id, removed)
  if (used) throw new AppError('in_use', { message: inUseSentence(used.list, used.id, stored) })
}
