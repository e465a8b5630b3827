// The use case behind `POST …/register-participant`: docs/algorithms/rush.md.

import { dayIn } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { findOpenGroup } from '#server/features/group/queries.ts'
import { BANK_ZONE, firstDueOn } from '#server/features/payment/domain/due-date.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/network.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { withCurrentContext } from '#server/lib/work-context.ts'
import { readCouponUse } from '../coupon/read-coupon-use.ts'
import { validCodesSince, WRONG_CODES, wrongCodesKey } from '../coupon/validated-coupons.ts'
import { conflictProblem } from '../domain/conflict.ts'
import type { OrderOutcome, OrderPlan, OrderRequest } from '../domain/order-request.ts'
import { findKnownCoupon } from '../domain/ordered-coupon.ts'
import { type OrderInput, type OrderProblem, type Planned, planOrder } from '../domain/plan-order.ts'
import type { SalesSnapshot } from '../domain/sales-snapshot.ts'
import { ADDITIONAL_BY_ADDRESS, ORDERS_BY_USER, REGISTERED_BY_OTHER_ANSWERS } from '../limits.ts'
import { findOrder, findSentFiles, listBuyers, readTierUnits } from '../queries/orders.ts'
import { requirePass } from '../waiting-room/enter-room.ts'
import { findCachedSnapshot, isCurrent, readSnapshot } from '../wizard/sales-snapshots.ts'
import {
  listOrderedRegistrations,
  newlyOrderedRegistrations,
  type OrderedRegistration,
  withCharges,
} from './order-result.ts'

/** Each further plan means that the event was saved or a tier has sold units in the meantime. */
const MAX_PLANS = 30

interface Submission {
  userId: number
  eventId: number
  input: OrderInput
  /** Idempotency key: the same key and input return the first result again. */
  key: string
  /** The waiting room pass returned by the wizard's start; null if none. */
  pass: string | null
  ip: string
  arrivedAt: number
}

/** Registers all participants or none (docs/algorithms/stock.md and pricing.md). */
export async function registerParticipant(
  deps: Deps,
  order: Omit<Submission, 'arrivedAt'>,
): Promise<readonly OrderedRegistration[]> {
  const submission = { ...order, arrivedAt: performance.now() }
  const requestHash = sha256Hex(JSON.stringify([submission.eventId, submission.input]))
  const answer = await placeOrder(deps, submission, requestHash)
  if (!(answer instanceof AppError)) return answer
  // An order placed before the event closed or a limit was reached returns its first result again.
  const placed = await findOrder(deps.db, submission.userId, submission.key)
  if (!placed) throw answer
  if (placed.request_hash !== requestHash) throw new AppError('key_reused')
  return withCharges(deps, await listOrderedRegistrations(deps, placed.id))
}

/**
 * Returns, instead of throwing, the errors that do not matter if an earlier order with the same key was
 * placed.
 */
async function placeOrder(
  deps: Deps,
  submission: Submission,
  requestHash: string,
): Promise<readonly OrderedRegistration[] | AppError> {
  try {
    await requirePass(deps, submission)
    const planned = await planSubmission(deps, submission)
    if ('problem' in planned) return refusal(planned.problem)
    await countOrder(deps, submission, planned.plan)
    return await submitUntilDecided(deps, submission, requestHash, planned)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'rate_limited' || error.code === 'in_waiting_room'))
      return error
    throw error
  }
}

/**
 * The event was saved, or a price tier ended, after the order was planned: it is planned again. An order that
 * does not say what its runner saw accepts the next tier, but no other change of a price.
 */
async function submitUntilDecided(
  deps: Deps,
  submission: Submission,
  requestHash: string,
  planned: Plan,
): Promise<readonly OrderedRegistration[]> {
  const unitsLeft = new Map<number, number>()
  let current = planned
  for (let attempt = 0; attempt < MAX_PLANS; attempt++) {
    const outcome = await submit(deps, submission, requestHash, current)
    if (outcome.kind !== 'stale' && outcome.kind !== 'tier_ended') return result(deps, current.plan, outcome)
    if (outcome.kind === 'tier_ended') unitsLeft.set(outcome.levelId, outcome.unitsLeft)
    const next = await planSubmission(deps, submission, unitsLeft)
    if ('problem' in next) throw refusal(next.problem)
    if (!samePrices(current.plan, next.plan)) throw refusal({ code: 'offer_changed' })
    current = next
  }
  throw new AppError('busy', { retryAfterSeconds: 1 })
}

/** Called once the order passes all checks, so that corrections of a form do not count. */
async function countOrder(
  { rateLimiter }: Deps,
  { userId, eventId, ip }: Submission,
  { participants }: OrderPlan,
): Promise<void> {
  const additional = participants.filter(({ who }) => who > 0).length
  await rateLimiter.consume(ORDERS_BY_USER, String(userId))
  if (additional > 0)
    await rateLimiter.consume(ADDITIONAL_BY_ADDRESS, `${eventId}:${networkOf(ip)}`, additional)
}

type Plan = Extract<Planned, { plan: OrderPlan }> & { snapshot: SalesSnapshot }

/** Plans with the cached snapshot, and reads the current one before refusing because of an outdated one. */
async function planSubmission(
  deps: Deps,
  submission: Submission,
  unitsLeft: ReadonlyMap<number, number> = new Map(),
): Promise<Plan | { problem: OrderProblem }> {
  const { eventId, userId, input } = submission
  const paths = [
    ...input.questionnaire_acceptances.map(({ file }) => file),
    ...[input, ...input.participants].map(({ right }) => right?.proof),
  ].filter((path) => typeof path === 'string')
  const couponId = input.discount_coupon_id ?? null
  const [buyer, files, group] = await Promise.all([
    findBuyer(deps, { userId, couponId }),
    findSentFiles(deps.db, userId, paths),
    input.group ? findOpenGroup(deps.db, input.group, deps.clock.now()) : null,
  ])
  if (!buyer) throw new AppError('unauthenticated')
  // The coupon's id alone is enough when the account has validated its code before.
  const knownCode = buyer.code
  const codes = new Set([knownCode, input.discount_coupon_code].filter((code) => typeof code === 'string'))
  const isNewCode = Boolean(input.discount_coupon_id) && knownCode === null
  if (isNewCode) await deps.rateLimiter.consume(WRONG_CODES, wrongCodesKey(userId, eventId))
  const planWith = async (snapshot: SalesSnapshot | null, left = unitsLeft) => {
    if (!snapshot) throw new AppError('event_not_found')
    const today = dayIn(snapshot.timezone, deps.clock.now())
    const couponUse = await readCouponUse(deps.db, { snapshot, input, userId, buyer, codes })
    const groupId = group?.event_id === eventId ? group.id : null
    const facts = { files, codes, couponUse, unitsLeft: left, groupId }
    return { snapshot, couponUse, ...planOrder(input, snapshot, buyer, today, facts) }
  }
  let planned = await planWith(await findCachedSnapshot(deps.db, eventId))
  if ('problem' in planned && !(await isCurrent(deps.db, planned.snapshot)))
    planned = await planWith(await readSnapshot(deps.db, eventId))
  // The runner may have been told the price of an order for which the current tier has too few units.
  if ('problem' in planned && planned.problem.totals)
    planned = await planWith(planned.snapshot, await readTierUnits(deps.db, eventId))
  if (isNewCode && findKnownCoupon(couponId, planned.snapshot, codes, planned.couponUse))
    await deps.rateLimiter.refund(WRONG_CODES, wrongCodesKey(userId, eventId))
  return planned
}

const findBuyer = batchedBy(
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
    (orderers: { userId: number; couponId: number | null }[]) =>
      listBuyers(db, orderers, validCodesSince(clock.now())),
)

async function submit(
  deps: Deps,
  { userId, key, ip, eventId, arrivedAt }: Submission,
  requestHash: string,
  { plan, snapshot }: Plan,
): Promise<OrderOutcome> {
  const at = deps.clock.now()
  const request: OrderRequest = {
    ...plan,
    buyerUserId: userId,
    key,
    requestHash,
    at,
    arrivedAt,
    ip,
    jobContext: withCurrentContext({}),
    provider: deps.gateway.provider,
    dueOn:
      plan.paymentType === null ? null : firstDueOn(plan.paymentType, dayIn(BANK_ZONE, at), snapshot.eventOn),
  }
  const outcome = await limitRevealingAnswers(deps, request, () =>
    deps.registrationQueue.submit(request).catch(staleWithoutFile),
  )
  if (outcome.kind === 'stale' || outcome.kind === 'tier_ended') await readSnapshot(deps.db, eventId)
  return outcome
}

/**
 * Counts the order before it is sent. Takes the count back unless the response reveals another account's
 * registration.
 */
async function limitRevealingAnswers(
  deps: Deps,
  { buyerUserId, eventId, participants }: OrderRequest,
  send: () => Promise<OrderOutcome>,
): Promise<OrderOutcome> {
  if (participants.every(({ who }) => who === 0)) return send()
  const limitKey = `${buyerUserId}:${eventId}`
  await deps.rateLimiter.consume(REGISTERED_BY_OTHER_ANSWERS, limitKey)
  let revealed = false
  try {
    const outcome = await send()
    revealed = outcome.kind === 'registered_by_other'
    return outcome
  } finally {
    if (!revealed) await deps.rateLimiter.refund(REGISTERED_BY_OTHER_ANSWERS, limitKey)
  }
}

/** A missing answer file makes the order stale, and planning it again reports the file. */
function staleWithoutFile(reason: unknown): OrderOutcome {
  if (isForeignKeyViolation(reason, 'questionnaire_answers_file_path_fkey')) return { kind: 'stale' }
  throw reason
}

async function result(
  deps: Deps,
  plan: OrderPlan,
  outcome: OrderOutcome,
): Promise<readonly OrderedRegistration[]> {
  if (outcome.kind === 'registered') return withCharges(deps, newlyOrderedRegistrations(plan, outcome))
  if (outcome.kind === 'replayed')
    return withCharges(deps, await listOrderedRegistrations(deps, outcome.orderId))
  throw refusal(conflictProblem(plan, outcome))
}

const refusal = ({ code, totals, ...details }: OrderProblem) =>
  new AppError(code, {
    ...details,
    ...(totals && {
      data: { expected: toDecimal(totals.expectedCents), current: toDecimal(totals.currentCents) },
    }),
  })

/** Prices in another tier may differ. */
const samePrices = (a: OrderPlan, b: OrderPlan): boolean =>
  a.participants.every(({ tierId, price }, index) => {
    const other = b.participants[index]
    return (
      other !== undefined &&
      (tierId !== other.tierId || JSON.stringify(price.lines) === JSON.stringify(other.price.lines))
    )
  })
