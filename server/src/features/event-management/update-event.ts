import { dayIn, NO_DAY } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { EventDraft, OrganizerEvent } from '#contract/event-management/event-document.ts'
import type { Deps } from '#server/deps.ts'
import { requireNotSuspended } from '#server/features/organizer/require-not-suspended.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { allocateIds } from '#server/lib/bulk.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField, isForeignKeyViolation, refuse } from '#server/lib/errors.ts'
import { applyRules } from './apply-rules.ts'
import { checkDraft, type EventCity } from './check-draft.ts'
import { type Changes, changesBetween } from './domain/changes.ts'
import { byId, type EventDocument, type EventRow } from './domain/document.ts'
import { historyOf, inUseSentence } from './domain/history.ts'
import { idsForDraft, planDocument } from './domain/plan-document.ts'
import { withRights } from './domain/rights.ts'
import { revivedStatus, switchedStatus } from './domain/status.ts'
import { endedTierProblems, limitProblems, storedProblems } from './domain/stored-problems.ts'
import { consumeDraft } from './drafts/save-draft.ts'
import { newSlug } from './new-event.ts'
import { maySwitchStatus } from './policy.ts'
import {
  getDocument,
  getEvent,
  listAccountLevels,
  listUsed,
  lockEvent,
  lockLevels,
  writeDocument,
} from './queries/document.ts'
import { getRelatedData } from './queries/events.ts'
import { readEvent } from './read-event.ts'
import { isForSale, requireSellers } from './require-sellers.ts'
import { resolveFiles } from './resolve-files.ts'

interface Save {
  caller: Caller
  eventId: number
  draft: EventDraft
  ip: string
}

/**
 * docs/algorithms/saving-an-event.md. Throws 404, 422 by field, and 409: `stale_version`, `in_use` for a
 * removed item that registrations reference, for an open event of a suspended organizer, and when the
 * event would be opened without the legal data of its sellers.
 */
export async function updateEvent(
  deps: Pick<Deps, 'db' | 'files' | 'clock' | 'rateLimiter' | 'config'>,
  { caller, eventId, draft: sent, ip }: Save,
): Promise<OrganizerEvent> {
  const event = await getEvent(deps.db, caller, eventId)
  refuseStale(sent, event)
  const before = await getDocument(deps.db, event)
  const draft = withRights(sent, before)
  const { organizer_id: organizerId, enterprise_id: enterpriseId } = event
  const city = await checkDraft(
    deps.db,
    draft,
    { organizerId, enterpriseId },
    { isDraft: event.opened_at === null && (draft.status ?? event.status) === EVENT_STATUS.closed },
  )
  const pathOf = await resolveFiles(deps, { caller, draft, stored: before })
  const at = deps.clock.now()

  await transaction(deps.db, async (tx) => {
    if ((draft.status ?? event.status) === EVENT_STATUS.open) await requireNotSuspended(tx, organizerId)
    const locked = await lockEvent(tx, caller, eventId)
    refuseStale(draft, locked)
    const stored = await getDocument(tx, locked)
    const { document, limitFields } = await plan(tx, {
      draft: withRights(sent, stored),
      stored,
      city,
      pathOf,
      caller,
      at,
    })
    if (isForSale(document.event) && !isForSale(locked)) await requireSellers(tx, organizerId, deps.config)
    refuse(endedTierProblems(stored, document, limitFields, dayIn(city.timezone, at)))
    const markedCount = await applyRules(tx, stored, document, at)
    const changes = changesBetween(stored, document)
    await refuseLimits(tx, stored, changes, limitFields)
    await refuseUsed(tx, stored, changes)
    await refuseOtherTeams(tx, stored, changes, limitFields)
    await consumeDraft(tx, caller, sent.from_draft, eventId)
    const { city: oldCity } = await getRelatedData(tx, eventId)
    await writeDocument(tx, document.event, changes)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.updated',
      entityId: eventId,
      ...historyOf({ document: stored, city: oldCity }, { document, city: city.name }, markedCount),
      ip,
    })
  }).catch((error) => {
    // A registration referenced a removed item after `refuseUsed`; the foreign key detected it.
    throw isForeignKeyViolation(error) ? new AppError('in_use', { cause: error }) : error
  })
  return readEvent(deps.db, caller, eventId)
}

function refuseStale(draft: EventDraft, event: EventRow): void {
  if (draft.lock_version !== undefined && draft.lock_version !== event.version)
    throw new AppError('stale_version')
}

interface PlanOptions {
  draft: EventDraft
  stored: EventDocument
  city: EventCity
  pathOf: Awaited<ReturnType<typeof resolveFiles>>
  caller: Caller
  at: Date
}

async function plan(tx: Tx, { draft, stored, city, pathOf, caller, at }: PlanOptions) {
  refuse(storedProblems(draft, stored))
  const { event } = stored
  const switched = maySwitchStatus(caller)
    ? switchedStatus(event.status, draft.status ?? event.status)
    : event.status
  if (switched === null) throw invalidField('status', 'Campo não é válido')
  const status = revivedStatus(switched, draft.date_event ?? NO_DAY, dayIn(city.timezone, at))
  const version = event.version + 1
  const { id, organizer_id, enterprise_id, created_at, opened_at, preview_token, registration_goal } = event
  // After an event was opened its address may be in use, so it never changes.
  const keepsSlug = opened_at !== null || draft.is_public === event.is_public
  const slug = keepsSlug ? event.slug : await newSlug(tx, draft)
  const own = {
    id,
    slug,
    organizer_id,
    enterprise_id,
    created_at,
    opened_at,
    preview_token,
    registration_goal,
    updated_at: at,
    version,
    status,
  }
  return planDocument({
    draft,
    event: { ...own, city_id: city.id, timezone: city.timezone },
    stored,
    pathOf,
    ids: await allocateIds(tx, idsForDraft(draft, stored)),
  })
}

/** Locks levels that are removed or changed; throws 422 for limits below the units held. */
async function refuseLimits(
  tx: Tx,
  stored: EventDocument,
  changes: Changes,
  limitFields: Map<number, string>,
): Promise<void> {
  const { written, removed } = changes.stock_levels
  const limited = changedAccountLimits(stored, changes)
  const accounts = await listAccountLevels(tx, [...limited.keys()])
  const locked = await lockLevels(tx, [
    ...[...written, ...removed].map(({ id }) => id),
    ...accounts.map((one) => one.stock_level_id),
  ])
  refuse(limitProblems(written, locked, limitFields))
  const levels = byId(locked)
  for (const [couponId, coupon] of limited) {
    const held = accounts
      .filter(({ coupon_id }) => coupon_id === couponId)
      .map(({ stock_level_id }) => levels.get(stock_level_id)?.held ?? 0)
    const most = Math.max(0, ...held)
    if (coupon.max_per_person === null || coupon.max_per_person >= most) continue
    const path = limitFields.get(coupon.stock_level_id)?.replace(/quantity$/, 'max_per_person')
    const message = `O limite não pode ser menor que ${most}, o que uma pessoa já usou.`
    refuse([{ field: path ?? 'discount_cupons', message }])
  }
}

/** Coupons that an account may use more or less often than before. */
function changedAccountLimits({ coupons }: EventDocument, changes: Changes) {
  const before = byId(coupons)
  const changed = changes.coupons.written.filter(
    ({ id, max_per_person }) => before.has(id) && before.get(id)?.max_per_person !== max_per_person,
  )
  return byId(changed)
}

/** Teams of a category keep the size and the rule with which they registered. */
async function refuseOtherTeams(
  tx: Tx,
  { categories }: EventDocument,
  changes: Changes,
  limitFields: Map<number, string>,
): Promise<void> {
  const before = byId(categories)
  const changed = changes.categories.written.filter(({ id, team_size, team_rule }) => {
    const old = before.get(id)
    return old && (old.team_size !== team_size || old.team_rule !== team_rule)
  })
  const used = await listUsed(tx, ({ name }) => (name === 'categories' ? changed.map(({ id }) => id) : []))
  refuse(
    used.map(({ id }) => ({
      field:
        limitFields.get(before.get(id)?.stock_level_id ?? 0)?.replace(/vacancy_limit$/, 'team_size') ??
        'modalities',
      message: 'Já há inscrições nesta categoria: as equipes dela não mudam mais.',
    })),
  )
}

/** Throws 409 for the first removed item in use: a kit rather than its sizes. */
async function refuseUsed(tx: Tx, stored: EventDocument, changes: Changes): Promise<void> {
  const [used] = await listUsed(tx, ({ name }) => changes[name].removed.map(({ id }) => id))
  if (used) throw new AppError('in_use', { message: inUseSentence(used.list, used.id, stored) })
}
