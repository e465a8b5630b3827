import { dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { registrationCancelled } from '#server/features/outbox/domain-events.ts'
import { confirmRegistrations, reopenRegistrations } from '#server/features/registration/queries.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { on } from '#server/lib/outbox.ts'
import { createChargeJob } from '../create-charge.ts'
import { BANK_ZONE, endOfHold, firstDueOn } from '../domain/due-date.ts'
import {
  type Balancing,
  isWaiting,
  type NewPayment,
  planBalance,
  type Together,
} from '../domain/plan-balance.ts'
import { BALANCE_PAYMENTS, closeAllLater } from '../follow-up-jobs.ts'
import { lockPaymentsOf, type SharedPayment } from '../queries/locks.ts'
import { updatePayments, writeLedgerRows } from '../queries/payments.ts'
import { makeRefund, type RefundDecision } from '../refunds/make-refund.ts'
import { type CardTerms, insertPayment, listToBalance } from './queries.ts'

interface BalanceInput {
  registrationIds: readonly number[]
  provider: string
  at: Date
  /** Null: the system, or a person without a session (`byLink`). */
  actorUserId: number | null
  /** The payer has only the payment's link, not a session. */
  byLink?: boolean
  /** The registrations that must be covered by one payment of this type. */
  together?: (Omit<Together, 'installments'> & { terms?: CardTerms | null }) | null
  /** Recorded with refunds to the given registrations; by default a rule of the system. */
  refund?: RefundDecision
  /** Separate e-mails contain the links of new payments; by default yes, except with `byLink`. */
  tellsLinks?: boolean
  /** How long a new payment holds the spots, in milliseconds; by default until the end of its due date. */
  holdMs?: number | null
}

/** Jobs create the charges of `created`; the caller may try to do so after the commit. */
export type Settled = Omit<Balancing, 'created'> & {
  created: { paymentId: number; registrationIds: number[] }[]
}

type Registration = Awaited<ReturnType<typeof listToBalance>>[number]

/**
 * Makes the payments of registrations match what each registration owes: replaces open payments, creates
 * missing ones, and refunds overpaid amounts (docs/algorithms/payment.md, "Balancing payments"). A
 * registration with nothing left to pay is confirmed; a free one that now has a price becomes pending.
 * Idempotent.
 */
export async function balancePayments(tx: Tx, input: BalanceInput): Promise<Settled> {
  const { at, actorUserId, together = null } = input
  const source = sourceOf(input)
  const payments = await lockPaymentsOf(tx, input.registrationIds)
  const sharing = payments.filter(({ status }) => isWaiting(status)).flatMap(({ items }) => items)
  const ids = new Set([...input.registrationIds, ...sharing.map(({ registrationId }) => registrationId)])
  const registrations = await listToBalance(tx, [...ids])
  const installments = together?.terms?.installments ?? 1
  const settled = planBalance(registrations, payments, together && { ...together, installments })

  const created: Settled['created'] = []
  for (const payment of settled.created) {
    const registrationIds = payment.items.map(({ registrationId }) => registrationId)
    const paymentId = await createPayment(tx, payment, { input, registrations, payments })
    created.push({ paymentId, registrationIds })
  }
  const replaced = payments.filter(({ id }) => settled.replaced.includes(id))
  if (replaced.length > 0) {
    const charged = new Set(created.flatMap(({ registrationIds }) => registrationIds))
    const toStatus = PAYMENT_STATUS.cancelled
    await updatePayments(tx, settled.replaced, { status: toStatus, updated_at: at })
    await writeLedgerRows(
      tx,
      replaced.map(({ id, status, items }) => ({
        paymentId: id,
        at,
        kind: items.some(({ registrationId }) => charged.has(registrationId)) ? 'replaced' : 'cancelled',
        fromStatus: status,
        toStatus,
        source,
        actorUserId,
      })),
    )
    await closeAllLater(tx, replaced)
  }
  await updateRegistrations(tx, registrations, settled, at)
  await refundCredits(tx, input, registrations, settled)
  return { ...settled, created }
}

const sourceOf = ({ actorUserId, byLink }: BalanceInput) =>
  actorUserId === null && !byLink ? 'system' : 'person'

async function createPayment(
  tx: Tx,
  { items, type: wanted, replaces }: NewPayment,
  {
    input,
    registrations,
    payments,
  }: { input: BalanceInput; registrations: readonly Registration[]; payments: readonly SharedPayment[] },
): Promise<number> {
  const { at, actorUserId, provider, holdMs = null } = input
  const registration = registrations.find(({ id }) => id === items[0]?.registrationId)
  if (!registration) throw new Error('a payment covers at least one registration')
  const type = wanted ?? registration.last_type ?? 0
  const before = payments.find(({ id }) => id === replaces)
  const isOnlyLeft = items.every(({ registrationId }) => !input.registrationIds.includes(registrationId))
  const paymentId = await insertPayment(tx, {
    eventId: registration.event_id,
    // What is left of a captain's payment for a group stays the captain's.
    payerUserId:
      before?.payerUserId ??
      (wanted !== null ? input.together?.payerUserId : null) ??
      registration.responsible_user_id,
    provider,
    type,
    // The installments apply only to the payment for which they were chosen.
    terms: wanted !== null && replaces === null ? input.together?.terms : null,
    items,
    // A registration that only shared a payment with the given ones keeps its due time.
    ...((isOnlyLeft && before && unexpired(before, at)) || dueOf(type, registration.event_on, at, holdMs)),
    tellsLink: input.tellsLinks ?? !input.byLink,
    source: sourceOf(input),
    actorUserId,
    at,
  })
  await addJob(tx, createChargeJob, { paymentId })
  return paymentId
}

function unexpired({ due_on: dueOn, expires_at: expiresAt }: SharedPayment, at: Date) {
  return dueOn !== null && dueOn >= dayIn(BANK_ZONE, at) ? { dueOn, expiresAt } : null
}

function dueOf(type: PaymentType, eventOn: string, at: Date, holdMs: number | null) {
  const dueOn = firstDueOn(type, dayIn(BANK_ZONE, at), eventOn)
  return holdMs === null ? { dueOn, expiresAt: null } : endOfHold(at, holdMs, dueOn)
}

async function refundCredits(
  tx: Tx,
  { at, registrationIds, refund }: BalanceInput,
  registrations: readonly Registration[],
  { refunds }: Balancing,
): Promise<void> {
  for (const one of refunds) {
    const isGiven = registrationIds.includes(one.registrationId)
    const registration = registrations.find(({ id }) => id === one.registrationId)
    const isCancelled = registration?.status === REGISTRATION_STATUS.cancelled
    const bySystem = { reason: isCancelled ? 'late' : 'duplicate', askedBy: null, approvedBy: null } as const
    await makeRefund(tx, one, { ...((isGiven && refund) || bySystem), at })
  }
}

async function updateRegistrations(
  tx: Tx,
  registrations: readonly Registration[],
  { balances }: Balancing,
  at: Date,
): Promise<void> {
  const ofWhich = (is: (one: (typeof registrations)[number]) => boolean) =>
    new Set(registrations.filter(is).map(({ id }) => id))
  const cancelled = ofWhich(({ status }) => status === REGISTRATION_STATUS.cancelled)
  // Such a registration stays as it is until its change is paid.
  const changing = ofWhich(({ is_changing }) => is_changing)
  const active = balances.filter(({ id }) => !cancelled.has(id))
  const settled = active.filter(({ owedCents }) => owedCents === 0)
  const owing = active.filter(
    ({ id, owedCents, paidCents }) => owedCents > 0 && paidCents === 0 && !changing.has(id),
  )
  const idsOf = (some: typeof active) => some.map(({ id }) => id)
  await confirmRegistrations(tx, idsOf(settled), at)
  await reopenRegistrations(tx, idsOf(owing), at)
}

export const balancePaymentsJob = defineMoneyJob(
  BALANCE_PAYMENTS.name,
  BALANCE_PAYMENTS.payload,
  async ({ db, clock, gateway }: Deps, { registrationId }) => {
    await transaction(db, (tx) =>
      balancePayments(tx, {
        registrationIds: [registrationId],
        provider: gateway.provider,
        at: clock.now(),
        actorUserId: null,
      }),
    )
  },
  { subscriptions: [on(registrationCancelled, { only: { reason: 'yielded' } })] },
)
