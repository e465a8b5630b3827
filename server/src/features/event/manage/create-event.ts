import type { EventDraft, OrganizerEvent } from '#contract/organizer-event.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { allocateIds } from '#server/lib/bulk.ts'
import { transaction } from '#server/lib/db.ts'
import { invalidField, refuse } from '#server/lib/errors.ts'
import { organizerOf } from '../../producer/policy.ts'
import { findOrganizer } from '../../producer/queries.ts'
import { requireStanding } from '../../producer/require-standing.ts'
import { addNewEvent, newEvent, retryTakenSlug } from './add-new-event.ts'
import { checkDraft } from './check-draft.ts'
import { claimKey, earlierEvent } from './create-once.ts'
import { readEvent } from './document/read-event.ts'
import { eventColumns } from './domain/event-columns.ts'
import { freshIds, idsForDraft } from './domain/new-ids.ts'
import { storedProblems } from './domain/stored-problems.ts'
import { wantedDocument } from './domain/wanted-document.ts'
import { resolveFiles } from './resolve-files.ts'

interface Creation {
  caller: Caller
  draft: EventDraft
  /** Idempotency key: the same key and draft answer the first event again. */
  key: string | null
  ip: string
}

/**
 * Creates an event as one document: everything or nothing. It belongs to the caller's organizer (Admin and Empresa name
 * one); a realizador who creates it is linked to it. Throws 422 by field.
 */
export async function createEvent(
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'rateLimiter'>,
  { caller, draft: given, key, ip }: Creation,
): Promise<OrganizerEvent> {
  const attempt = { userId: caller.userId, key, request: given }
  const earlier = await earlierEvent(deps.db, attempt)
  if (earlier !== null) return readEvent(deps.db, caller, earlier)
  const organizerId = organizerOf(caller) ?? given.organizer_id
  if (!organizerId) throw invalidField('organizer_id', 'O campo é obrigatório')
  const organizer = await findOrganizer(deps.db, organizerId)
  if (!organizer) throw invalidField('organizer_id', 'Organizador não encontrado.')
  const status = given.status ?? 1
  if (status > 1) throw invalidField('status', 'Campo não é válido')
  refuse(storedProblems(given, null))
  const place = await checkDraft(deps.db, given, {
    organizerId: organizer.id,
    enterpriseId: organizer.enterprise_id,
  })
  const draft = await resolveFiles(deps, { caller, draft: given, stored: null })
  const at = deps.clock.now()

  const id = await retryTakenSlug(() =>
    transaction(deps.db, async (tx) => {
      await requireStanding(tx, organizer.id)
      const own = await newEvent(tx, { organizer, title: draft.title, at })
      const other = await claimKey(tx, attempt, { eventId: own.id, at })
      if (other !== null) return other
      const fresh = freshIds(await allocateIds(tx, idsForDraft(draft, null)))
      const row = { ...own, ...eventColumns(draft, place), status }
      const { document } = wantedDocument(draft, row, null, fresh)
      await addNewEvent(tx, { document, caller, at })
      await audit(tx, {
        at,
        actorUserId: caller.userId,
        action: 'event.created',
        entity: 'event',
        entityId: own.id,
        eventId: own.id,
        after: { Título: draft.title },
        ip,
      })
      return own.id
    }),
  )
  return readEvent(deps.db, caller, id)
}
