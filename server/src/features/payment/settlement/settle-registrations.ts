import { dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { confirmRegistrations, reopenRegistrations } from '../../registration/queries.ts'
import { createChargeJob } from '../create-charge.ts'
import { BANK_ZONE, endOfHold, firstDueOn } from '../domain/due-date.ts'
import {
  isWaiting,
  type NewPayment,
  type Settlement,
  settlement,
  type Together,
} from '../domain/settlement.ts'
import { registrationConfirmedJob } from '../emails/registration-confirmed.ts'
import { closeLater, SETTLE_REGISTRATION } from '../follow-up-jobs.ts'
import type { PaymentType } from '../gateways/gateway.ts'
import { lockPaymentsOf, type SharedPayment, updatePayment, writeLedger } from '../queries.ts'
import { makeRefund, type RefundDecision } from '../refunds/make-refund.ts'
import { type CardTerms, insertPayment, listToSettle } from './queries.ts'

interface SettleInput {
  registrationIds: readonly number[]
  provider: string
  at: Date
  /** Null: the system, after a payment, or `byLink`. */
  actorUserId: number | null
  /** Asked for by a person of whom only the payment's link is known. */
  byLink?: boolean
  /** Registrations, among those to settle, that one payment of this type is to pay. */
  together?: (Omit<Together, 'installments'> & { terms?: CardTerms | null }) | null
  /** Why the given registrations are to get money back that they do not owe any more, and who decided that; by default, the system. */
  refund?: RefundDecision
  /** Whether an e-mail of their own carries the links of new payments. By default, unless they were chosen `byLink`: their payer sees them. */
  tellsLinks?: boolean
  /** How long the spots are held for a new payment of the given registrations; by default to the end of its due date. */
  holdMs?: number | null
}

/** `created` has the ids of the new payments: their jobs create the charges, and the caller may try to after the commit. */
export type Settled = Omit<Settlement, 'created'> & {
  created: { paymentId: number; registrationIds: number[] }[]
}

type Registration = Awaited<ReturnType<typeof listToSettle>>[number]

/**
 * Brings the payments of registrations in line with what each owes: replaces open payments, creates those that are needed, makes
 * refunds of what was paid too much (docs/algorithms/payment.md, "Settling"). Replacing a payment releases no registration, and cancelled registrations owe
 * nothing. A registration with nothing left to pay is confirmed; a free one that has a price now becomes pending. Idempotent.
 */
export async function settleRegistrations(tx: Tx, input: SettleInput): Promise<Settled> {
  const { at, actorUserId, together = null } = input
  const source = sourceOf(input)
  const payments = await lockPaymentsOf(tx, input.registrationIds)
  const sharing = payments.filter(({ status }) => isWaiting(status)).flatMap(({ items }) => items)
  const ids = new Set([...input.registrationIds, ...sharing.map(({ registrationId }) => registrationId)])
  const registrations = await listToSettle(tx, [...ids])
  const installments = together?.terms?.installments ?? 1
  const settled = settlement(registrations, payments, together && { ...together, installments })

  const created: Settled['created'] = []
  for (const payment of settled.created) {
    const registrationIds = payment.items.map(({ registrationId }) => registrationId)
    const paymentId = await createPayment(tx, payment, { input, registrations, payments })
    created.push({ paymentId, registrationIds })
  }
  for (const payment of payments.filter(({ id }) => settled.replaced.includes(id))) {
    const isCharged = payment.items.some(({ registrationId }) =>
      created.some(({ registrationIds }) => registrationIds.includes(registrationId)),
    )
    await updatePayment(tx, payment.id, { status: PAYMENT_STATUS.cancelled, updated_at: at })
    await writeLedger(tx, {
      paymentId: payment.id,
      at,
      kind: isCharged ? 'replaced' : 'cancelled',
      fromStatus: payment.status,
      toStatus: PAYMENT_STATUS.cancelled,
      applied: true,
      source,
      actorUserId,
    })
    await closeLater(tx, payment)
  }
  await updateRegistrations(tx, registrations, settled, at)
  await refundCredits(tx, input, registrations, settled)
  return { ...settled, created }
}

const sourceOf = ({ actorUserId, byLink }: SettleInput) =>
  actorUserId === null && !byLink ? 'system' : 'person'

async function createPayment(
  tx: Tx,
  { items, type: wanted, replaces }: NewPayment,
  {
    input,
    registrations,
    payments,
  }: { input: SettleInput; registrations: readonly Registration[]; payments: readonly SharedPayment[] },
): Promise<number> {
  const { at, actorUserId, provider, holdMs = null } = input
  const registration = registrations.find(({ id }) => id === items[0]?.registrationId)
  if (!registration) throw new Error('a payment covers at least one registration')
  const type = wanted ?? registration.last_type ?? 0
  const before = payments.find(({ id }) => id === replaces)
  const isOnlyLeft = items.every(({ registrationId }) => !input.registrationIds.includes(registrationId))
  const paymentId = await insertPayment(tx, {
    eventId: registration.event_id,
    payerUserId: registration.responsible_user_id,
    provider,
    type,
    // Only who chose the payment chose its installments.
    terms: wanted !== null && replaces === null ? input.together?.terms : null,
    items,
    // Whoever only shared a payment with the given registrations keeps the time they had to pay.
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
  { at, registrationIds, refund }: SettleInput,
  registrations: readonly Registration[],
  { refunds }: Settlement,
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
  { balances }: Settlement,
  at: Date,
): Promise<void> {
  for (const { id, status } of registrations) {
    const balance = balances.find((other) => other.id === id)
    if (!balance || status === REGISTRATION_STATUS.cancelled) continue
    if (balance.owedCents === 0) {
      for (const registrationId of await confirmRegistrations(tx, [id], at))
        await addJob(tx, registrationConfirmedJob, { registrationId })
    } else if (balance.paidCents === 0) {
      await reopenRegistrations(tx, [id], at)
    }
  }
}

export const settleRegistrationJob = defineMoneyJob(
  SETTLE_REGISTRATION.name,
  SETTLE_REGISTRATION.payload,
  async ({ db, clock, gateway }: Deps, { registrationId }) => {
    await transaction(db, (tx) =>
      settleRegistrations(tx, {
        registrationIds: [registrationId],
        provider: gateway.provider,
        at: clock.now(),
        actorUserId: null,
      }),
    )
  },
)
