import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { EventDraft, OrganizerEvent } from '#contract/event-management/event-document.ts'
import type { Deps } from '#server/deps.ts'
import { hasOrganizerInScope, organizerOf } from '#server/features/event/access/scope.ts'
import { findOrganizer } from '#server/features/organizer/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { invalidField, refuse } from '#server/lib/errors.ts'
import { checkDraft } from './check-draft.ts'
import { withRights } from './domain/rights.ts'
import { storedProblems } from './domain/stored-problems.ts'
import { addNewEvent, earlierEvent } from './new-event.ts'
import { readEvent } from './read-event.ts'
import { resolveFiles } from './resolve-files.ts'

interface Creation {
  caller: Caller
  draft: EventDraft
  /** Idempotency key: the same key with the same draft returns the first event again. */
  key: string | null
  ip: string
}

/** Admin and Empresa name an organizer; a realizador is linked to the new event. Throws 422 by field. */
export async function createEvent(
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'rateLimiter' | 'config'>,
  { caller, draft: sent, key, ip }: Creation,
): Promise<OrganizerEvent> {
  const attempt = { userId: caller.userId, key, request: sent }
  const earlier = await earlierEvent(deps.db, attempt)
  if (earlier !== null) return readEvent(deps.db, caller, earlier)
  const organizerId = organizerOf(caller) ?? sent.organizer_id
  if (!organizerId) throw invalidField('organizer_id', 'O campo é obrigatório')
  const organizer = await findOrganizer(deps.db, organizerId)
  if (!organizer || !hasOrganizerInScope(caller, organizer))
    throw invalidField('organizer_id', 'Organizador não encontrado.')
  const status = sent.status ?? 1
  if (status > EVENT_STATUS.open) throw invalidField('status', 'Campo não é válido')
  const draft = withRights(sent, null)
  refuse(storedProblems(draft, null))
  const owner = { organizerId: organizer.id, enterpriseId: organizer.enterprise_id }
  const city = await checkDraft(deps.db, draft, owner, { isDraft: status === EVENT_STATUS.closed })
  const pathOf = await resolveFiles(deps, { caller, draft, stored: null })
  const id = await addNewEvent(deps, {
    caller,
    attempt,
    ip,
    organizer,
    action: 'event.created',
    prepare: async () => ({
      draft,
      columns: { city_id: city.id, timezone: city.timezone, status },
      pathOf,
      history: { Título: draft.title },
    }),
  })
  return readEvent(deps.db, caller, id)
}
