import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { gatheredBy } from '#server/lib/gather.ts'
import { networkOf } from '#server/lib/network.ts'
import { withCurrentOrigin } from '#server/lib/origin.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { BANK_ZONE, firstDueOn } from '../payment/domain/due-date.ts'
import { validCodesSince, WRONG_CODES, wrongCodesKey } from './coupon/validated-codes.ts'
import { conflictProblem } from './domain/conflict.ts'
import type { Offer } from './domain/offer.ts'
import type { OrderOutcome, OrderPlan, OrderRequest } from './domain/order-request.ts'
import {
  findKnownCoupon,
  type OrderInput,
  type OrderProblem,
  type Planned,
  planOrder,
} from './domain/plan-order.ts'
import { ADDITIONAL_BY_ADDRESS, ORDERS_BY_USER, REGISTERED_BY_OTHER_ANSWERS } from './limit.ts'
import { findCachedOffer, isCurrent, readOffer } from './offers.ts'
import {
  listOrderedRegistrations,
  newlyOrderedRegistrations,
  type OrderedRegistration,
  withCharges,
} from './order-result.ts'
import { findOrder, findSentFiles, listBuyers } from './queries/orders.ts'
import { requirePass } from './waiting-room/enter-room.ts'

interface Submission {
  userId: number
  eventId: number
  input: OrderInput
  /** Idempotency key: the same key and input return the first result again. */
  key: string
  /** Given by the wizard's start. */
  pass: string | null
  ip: string
  arrivedAt: number
}

/** Registers the buyer, unless they are left out, and all additional participants, or none of them: docs/algorithms/stock.md and pricing.md. */
export async function registerParticipant(
  deps: Deps,
  order: Omit<Submission, 'arrivedAt'>,
): Promise<readonly OrderedRegistration[]> {
  const submission = { ...order, arrivedAt: performance.now() }
  const requestHash = sha256Hex(JSON.stringify([submission.eventId, submission.input]))
  const answer = await placeOrder(deps, submission, requestHash)
  if (!(answer instanceof AppError)) return answer
  // The order may have been placed before the event closed or a limit was reached: then its first result is returned again.
  const placed = await findOrder(deps.db, submission.userId, submission.key)
  if (!placed) throw answer
  if (placed.request_hash !== requestHash) throw new AppError('key_reused')
  return withCharges(deps, await listOrderedRegistrations(deps, placed.id))
}

/** Returns, instead of throwing, the refusals that are decided before the key is looked up. */
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
    const first = await submit(deps, submission, requestHash, planned)
    if (first.kind !== 'stale') return await result(deps, planned.plan, first)

    // The event was saved meanwhile. The order is planned again, and refused only if a price has changed.
    const again = await planSubmission(deps, submission)
    if ('problem' in again) throw refusal(again.problem)
    if (!samePrices(planned.plan, again.plan)) throw new AppError('offer_changed')
    return await result(deps, again.plan, await submit(deps, submission, requestHash, again))
  } catch (error) {
    if (error instanceof AppError && (error.code === 'rate_limited' || error.code === 'in_waiting_room'))
      return error
    throw error
  }
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

type Plan = Extract<Planned, { plan: OrderPlan }> & { offer: Offer }

/** Plans with the cached offer, and reads the current one before refusing because of an outdated one. */
async function planSubmission(deps: Deps, submission: Submission): Promise<Plan | { problem: OrderProblem }> {
  const { eventId, userId, input } = submission
  const paths = input.questionnaire_acceptances.flatMap(({ file }) => file ?? [])
  const couponId = input.discount_coupon_id ?? null
  const [buyer, files] = await Promise.all([
    findBuyer(deps, { userId, couponId }),
    findSentFiles(deps.db, userId, paths),
  ])
  if (!buyer) throw new AppError('unauthenticated')
  // The coupon's id alone is enough when the account has validated its code before.
  const knownCode = buyer.code
  const codes = new Set([knownCode, input.discount_coupon_code].filter((code) => typeof code === 'string'))
  const isNewCode = Boolean(input.discount_coupon_id) && knownCode === null
  if (isNewCode) await deps.rateLimiter.consume(WRONG_CODES, wrongCodesKey(userId, eventId))
  const planWith = (offer: Offer | null) => {
    if (!offer) throw new AppError('event_not_found')
    return {
      offer,
      ...planOrder(input, offer, buyer, dayIn(offer.timezone, deps.clock.now()), { files, codes }),
    }
  }
  let planned = planWith(await findCachedOffer(deps.db, eventId))
  if ('problem' in planned && !(await isCurrent(deps.db, planned.offer)))
    planned = planWith(await readOffer(deps.db, eventId))
  if (isNewCode && findKnownCoupon(input, planned.offer, codes))
    await deps.rateLimiter.giveBack(WRONG_CODES, wrongCodesKey(userId, eventId))
  return planned
}

const findBuyer = gatheredBy(
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
    (orderers: { userId: number; couponId: number | null }[]) =>
      listBuyers(db, orderers, validCodesSince(clock.now())),
)

async function submit(
  deps: Deps,
  { userId, key, ip, eventId, arrivedAt }: Submission,
  requestHash: string,
  { plan, offer }: Plan,
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
    jobOrigin: withCurrentOrigin({}),
    provider: deps.gateway.provider,
    dueOn:
      plan.paymentType === null ? null : firstDueOn(plan.paymentType, dayIn(BANK_ZONE, at), offer.eventOn),
  }
  const outcome = await limitRevealingAnswers(deps, request, () =>
    deps.registrationQueue.submit(request).catch(staleWithoutFile),
  )
  if (outcome.kind === 'stale') await readOffer(deps.db, eventId)
  return outcome
}

/**
 * Bounds how often the answers to orders of other people reveal that another account has registered one of them. Counts before the
 * order is sent, and takes the count back unless the answer reveals it.
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
    if (!revealed) await deps.rateLimiter.giveBack(REGISTERED_BY_OTHER_ANSWERS, limitKey)
  }
}

/** An uploaded answer file that was removed meanwhile makes the order stale: planning it again reports the missing file. */
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

const refusal = ({ code, ...details }: OrderProblem) => new AppError(code, details)

const samePrices = (a: OrderPlan, b: OrderPlan): boolean =>
  JSON.stringify(a.participants.map(({ price }) => price.lines)) ===
  JSON.stringify(b.participants.map(({ price }) => price.lines))
