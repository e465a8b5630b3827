import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/network.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { BANK_ZONE, firstDueOn } from '../payment/domain/due-date.ts'
import { findShownCode, GUESSES, guesserOf } from './coupon/shown-codes.ts'
import { conflictProblem } from './domain/conflict.ts'
import type { Offer } from './domain/offer.ts'
import type { OrderOutcome, OrderPlan, OrderRequest } from './domain/order-request.ts'
import {
  type OrderInput,
  type OrderProblem,
  type Planned,
  planOrder,
  shownCoupon,
} from './domain/plan-order.ts'
import { ORDERS_BY_USER, OTHERS_ASKED_FOR, OTHERS_BY_ADDRESS } from './limit.ts'
import { findCachedOffer, isCurrent, readOffer } from './offers.ts'
import { justOrdered, listOrdered, type OrderedRegistration, withLinks } from './order-result.ts'
import { findOrder, findSentFiles, getBuyer } from './queries.ts'

interface Submission {
  userId: number
  eventId: number
  input: OrderInput
  /** Idempotency key: the same key and input answer the first result again. */
  key: string
  ip: string
}

/** Registers the buyer and the additional participants, all or nobody: docs/algorithms/stock.md and pricing.md. */
export async function registerParticipant(
  deps: Deps,
  submission: Submission,
): Promise<OrderedRegistration[]> {
  const requestHash = sha256Hex(JSON.stringify([submission.eventId, submission.input]))
  const answer = await place(deps, submission, requestHash)
  if (!(answer instanceof AppError)) return answer
  // The event may have closed, or a bound been met, since the order was placed: what was answered once is answered again.
  const placed = await findOrder(deps.db, submission.userId, submission.key)
  if (!placed) throw answer
  if (placed.request_hash !== requestHash) throw new AppError('key_reused')
  return withLinks(deps, await listOrdered(deps, placed.id))
}

/** Answers, instead of throwing, a refusal from before anybody asked whether the key is known. */
async function place(
  deps: Deps,
  submission: Submission,
  requestHash: string,
): Promise<OrderedRegistration[] | AppError> {
  try {
    const planned = await planSubmission(deps, submission)
    if ('problem' in planned) return refusal(planned.problem)
    await countOrder(deps, submission, planned.plan)
    const first = await submit(deps, submission, requestHash, planned)
    if (first.kind !== 'stale') return await result(deps, planned.plan, first)

    // The event was saved meanwhile. When that changed nothing of what is to be paid, nobody needs to know.
    const again = await planSubmission(deps, submission)
    if ('problem' in again) throw refusal(again.problem)
    if (!samePrices(planned.plan, again.plan)) throw new AppError('offer_changed')
    return await result(deps, again.plan, await submit(deps, submission, requestHash, again))
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return error
    throw error
  }
}

/** Counted once an order could be placed: who mends a form is not in a hurry to hold places. */
async function countOrder(
  { rateLimiter }: Deps,
  { userId, eventId, ip }: Submission,
  { participants }: OrderPlan,
): Promise<void> {
  const others = participants.length - 1
  await rateLimiter.consume(ORDERS_BY_USER, String(userId))
  if (others > 0) await rateLimiter.consume(OTHERS_BY_ADDRESS, `${eventId}:${networkOf(ip)}`, others)
}

type Plan = Extract<Planned, { plan: OrderPlan }> & { offer: Offer }

/** Plans with the offer at hand, but never refuses anybody because of an old one. */
async function planSubmission(deps: Deps, submission: Submission): Promise<Plan | { problem: OrderProblem }> {
  const { eventId, userId, input } = submission
  const paths = input.questionnaire_acceptances.flatMap(({ file }) => file ?? [])
  const [buyer, files, knownCode] = await Promise.all([
    getBuyer(deps.db, userId),
    findSentFiles(deps.db, userId, paths),
    findKnownCode(deps, submission),
  ])
  const codes = new Set([knownCode, input.discount_coupon_code].filter((code) => typeof code === 'string'))
  const guesses = Boolean(input.discount_coupon_id) && knownCode === null
  if (guesses) await deps.rateLimiter.consume(GUESSES, guesserOf(userId, eventId))
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
  if (guesses && shownCoupon(input, planned.offer, codes))
    await deps.rateLimiter.giveBack(GUESSES, guesserOf(userId, eventId))
  return planned
}

/** An id alone counts when the account has shown the coupon's code before. */
const findKnownCode = async (deps: Deps, { userId, input }: Submission): Promise<string | null> =>
  input.discount_coupon_id
    ? findShownCode(deps.db, { userId, couponId: input.discount_coupon_id, now: deps.clock.now() })
    : null

async function submit(
  deps: Deps,
  { userId, key, ip, eventId }: Submission,
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
    ip,
    provider: deps.gateway.provider,
    dueOn:
      plan.paymentType === null ? null : firstDueOn(plan.paymentType, dayIn(BANK_ZONE, at), offer.eventOn),
  }
  const outcome = await askOfOthers(deps, request, () =>
    deps.registrationQueue.submit(request).catch(staleWithoutFile),
  )
  if (outcome.kind === 'stale') await readOffer(deps.db, eventId)
  return outcome
}

/**
 * An order of several people may be refused because a stranger has registered one of them: how often an account may learn that of an
 * event is bound. Counted before it is known, and given back where nothing was learned.
 */
async function askOfOthers(
  deps: Deps,
  { buyerUserId, eventId, participants }: OrderRequest,
  ask: () => Promise<OrderOutcome>,
): Promise<OrderOutcome> {
  if (participants.length === 1) return ask()
  const asker = `${buyerUserId}:${eventId}`
  await deps.rateLimiter.consume(OTHERS_ASKED_FOR, asker)
  let learned = false
  try {
    const outcome = await ask()
    learned = outcome.kind === 'registered_by_other'
    return outcome
  } finally {
    if (!learned) await deps.rateLimiter.giveBack(OTHERS_ASKED_FOR, asker)
  }
}

/** A file sent with an answer grew old and was removed while the order was on its way: planned again, the order is told so. */
function staleWithoutFile(reason: unknown): OrderOutcome {
  if (isForeignKeyViolation(reason, 'questionnaire_answers_file_path_fkey')) return { kind: 'stale' }
  throw reason
}

async function result(deps: Deps, plan: OrderPlan, outcome: OrderOutcome): Promise<OrderedRegistration[]> {
  if (outcome.kind === 'registered') return withLinks(deps, justOrdered(plan, outcome))
  if (outcome.kind === 'replayed') return withLinks(deps, await listOrdered(deps, outcome.orderId))
  throw refusal(conflictProblem(plan, outcome))
}

const refusal = ({ code, ...details }: OrderProblem) => new AppError(code, details)

const samePrices = (a: OrderPlan, b: OrderPlan): boolean =>
  JSON.stringify(a.participants.map(({ price }) => price.lines)) ===
  JSON.stringify(b.participants.map(({ price }) => price.lines))
