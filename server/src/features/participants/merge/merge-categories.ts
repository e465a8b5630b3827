import { dayIn } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { plural } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { applyRules } from '#server/features/event-management/apply-rules.ts'
import { changesBetween } from '#server/features/event-management/domain/changes.ts'
import type { EventDocument, EventRow } from '#server/features/event-management/domain/document.ts'
import { historyOf } from '#server/features/event-management/domain/history.ts'
import {
  getDocument,
  getEvent,
  lockEvent,
  writeDocument,
} from '#server/features/event-management/queries/document.ts'
import { getRelatedData } from '#server/features/event-management/queries/events.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { announceMergeJob } from './category-merged.ts'
import { planMerge, strandedKit } from './plan-merge.ts'
import { findMerge, insertMerge, moveRegistrations } from './queries.ts'

interface Merge {
  caller: Caller
  eventId: number
  fromId: number
  intoId: number
  /** The name of the merged category. */
  name: string
  ip: string
}

/**
 * Moves the registrations of a category to another one of its modality, with their kits and prices, and
 * deletes it. Returns how many active ones moved; 0 when the two were merged before. Throws 404, 422 for
 * another modality, and 409 after the race, for a kit that the other category does not sell and for a lack of
 * spots.
 */
export async function mergeCategories(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, fromId, intoId, name, ip }: Merge,
): Promise<number> {
  await getEvent(deps.db, caller, eventId)
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    // Lock order: event, registrations, stock levels (docs/algorithms/stock.md).
    const event = await lockEvent(tx, caller, eventId)
    const done = await findMerge(tx, fromId)
    if (done?.event_id === eventId && done.into_category_id === intoId) return 0
    requireBeforeRace(event, at)
    const stored = await getDocument(tx, event)
    const { from, into } = categoriesOf(stored, fromId, intoId)
    const kit = strandedKit(stored, { from, into })
    if (kit)
      throw new AppError('state_changed', {
        message: `O produto "${kit.name}" é vendido em "${from.name}" e não em "${into.name}". Inclua "${into.name}" nele e salve antes de unir.`,
      })
    const { moved, missing } = await moveRegistrations(tx, { fromId, intoId, at })
    if (missing > 0)
      throw new AppError('state_changed', {
        message: `${plural(missing, 'inscrição ficaria', 'inscrições ficariam')} sem vaga em "${into.name}". Aumente o limite dela e salve antes de unir.`,
      })
    const planned = planMerge(stored, { from, into, name }, at)
    await applyRules(tx, stored, planned, at)
    const { city } = await getRelatedData(tx, eventId)
    await writeDocument(tx, planned.event, changesBetween(stored, planned))
    const names = { from_name: from.name, into_name: into.name }
    await insertMerge(tx, {
      from_category_id: fromId,
      event_id: eventId,
      into_category_id: intoId,
      ...names,
      merged_at: at,
    })
    const { before, after } = historyOf({ document: stored, city }, { document: planned, city }, 0)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.categories_merged',
      entityId: eventId,
      before,
      after: { ...after, 'Inscrições mudadas': String(moved) },
      ip,
    })
    await addJob(tx, announceMergeJob, { categoryId: fromId })
    return moved
  })
}

function requireBeforeRace({ status, event_on, timezone }: EventRow, at: Date): void {
  const isOver = status === EVENT_STATUS.cancelled || status === EVENT_STATUS.expired
  if (isOver || dayIn(timezone, at) > event_on)
    throw new AppError('state_changed', { message: 'Categorias só podem ser unidas antes da prova.' })
}

function categoriesOf({ categories }: EventDocument, fromId: number, intoId: number) {
  const from = categories.find(({ id }) => id === fromId)
  if (!from) throw new AppError('not_found')
  const into = categories.find(({ id }) => id === intoId && id !== fromId)
  if (into?.modality_id !== from.modality_id)
    throw invalidField('into_category_id', 'Escolha outra categoria da mesma modalidade.')
  if (from.team_size !== null || into.team_size !== null)
    throw invalidField('into_category_id', 'Categorias de equipes não podem ser unidas.')
  return { from, into }
}
