import type { z } from 'zod'
import { MOST_DRAFTS, type saveEventDraft } from '#contract/event-management/event-drafts.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { hasOrganizerInScope, organizerOf } from '#server/features/event/access/scope.ts'
import { findOrganizer } from '#server/features/organizer/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { mayEditDraft } from '../policy.ts'
import { filesInForm } from './files-in-form.ts'
import {
  countNewDrafts,
  type DraftValues,
  deleteDraftRow,
  findDraft,
  findOrganizerOfDraft,
  insertDraft,
  lockNewDrafts,
  takeDraft,
  updateDraft,
} from './queries.ts'

/** The editor saves at most every three seconds; a person may have several open. */
const DRAFTS_OF_CALLER: Limit = { name: 'draft-caller', points: 600, perSeconds: 600 }

interface SavedDraft {
  caller: Caller
  id: string
  sent: z.output<typeof saveEventDraft.body>
}

/**
 * docs/algorithms/saving-an-event.md. Throws 404, 403, 422 for an unknown organizer, and 409: `stale_version`
 * when somebody else saved first, and above `MOST_DRAFTS`.
 */
export async function saveDraft(
  { db, clock, rateLimiter }: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, id, sent }: SavedDraft,
): Promise<{ version: number; updated_at: Date }> {
  const { version, event_id: eventId, title, document } = sent
  await rateLimiter.consume(DRAFTS_OF_CALLER, String(caller.userId))
  const organizerId = await organizerOfDraft(db, caller, sent)
  const values: DraftValues = {
    organizer_id: organizerId,
    title,
    document: JSON.stringify(document),
    file_paths: filesInForm(document.form),
    updated_by_user_id: caller.userId,
    updated_at: clock.now(),
  }
  const saved = await transaction(db, async (tx) => {
    if (version > 0) {
      if (eventId === null && organizerOf(caller) === null && organizerId !== null) {
        const before = await findOrganizerOfDraft(tx, { id, version })
        if (before !== undefined && before !== organizerId) await refuseTooMany(tx, organizerId, caller)
      }
      return updateDraft(tx, caller, { id, version, eventId }, values)
    }
    if (eventId === null) await refuseTooMany(tx, organizerId, caller)
    return insertDraft(tx, { ...values, id, event_id: eventId })
  })
  if (saved !== null) return { version: saved, updated_at: clock.now() }
  if (version > 0) await getDraft(db, caller, id)
  throw new AppError('stale_version')
}

async function organizerOfDraft(
  db: Db,
  caller: Caller,
  { event_id: eventId, organizer_id: named }: SavedDraft['sent'],
): Promise<number | null> {
  const event = eventId === null ? null : await getAccessibleEvent(db, caller, eventId)
  if (!mayEditDraft(caller, eventId)) throw new AppError('forbidden')
  const organizerId = event?.organizer_id ?? organizerOf(caller) ?? named
  if (event || organizerId === null) return organizerId
  const organizer = await findOrganizer(db, organizerId)
  if (organizer && hasOrganizerInScope(caller, organizer)) return organizerId
  throw invalidField('organizer_id', 'Organizador não encontrado.')
}

async function refuseTooMany(tx: Tx, organizerId: number | null, { userId }: Caller): Promise<void> {
  await lockNewDrafts(tx, organizerId === null ? `user ${userId}` : String(organizerId))
  if ((await countNewDrafts(tx, organizerId, userId)) < MOST_DRAFTS) return
  throw new AppError('state_changed', {
    message: `Já há ${MOST_DRAFTS} rascunhos. Apague um na lista de eventos para começar outro.`,
  })
}

/** Throws 404, and 403 without the permission for its kind. */
export async function getDraft(db: Db, caller: Caller, id: string) {
  const draft = await findDraft(db, caller, id)
  if (!draft) throw new AppError('not_found', { message: 'Este rascunho não existe mais.' })
  if (!mayEditDraft(caller, draft.event_id)) throw new AppError('forbidden')
  return draft
}

/** Throws like `getDraft`. */
export async function deleteDraft(db: Db, caller: Caller, id: string): Promise<void> {
  await getDraft(db, caller, id)
  await deleteDraftRow(db, id)
}

/**
 * Deletes the draft that became the event, in the transaction that saves it. Throws 409 for another version,
 * or when it is gone: then it may have become an event already.
 */
export async function consumeDraft(
  tx: Tx,
  caller: Caller,
  from: { id: string; version: number } | undefined,
  eventId: number | null,
): Promise<void> {
  if (from && !(await takeDraft(tx, caller, { ...from, eventId }))) throw new AppError('stale_version')
}
