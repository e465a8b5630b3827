import { dayIn, type IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { confirmRegistrations, reopenRegistrations } from '../../registration/queries.ts'
import { createChargeJob } from '../create-charge.ts'
import { BANK_ZONE, endOfHold, firstDueOn } from '../domain/due-date.ts'
import { type Settlement, settlement } from '../domain/settlement.ts'
import { registrationConfirmedJob } from '../emails/registration-confirmed.ts'
import { closeLater, SETTLE_REGISTRATION } from '../follow-up-jobs.ts'
import type { PaymentType } from '../gateways/gateway.ts'
import { updatePayment, writeLedger } from '../queries.ts'
import {
  findEffectiveType,
  insertPayment,
  lockPaymentsToSettle,
  lockRegistration,
  updateCredit,
} from './queries.ts'

interface SettleInput {
  registrationId: number
  provider: string
  at: Date
  /** Null: the system, after a payment. */
  actorUserId: number | null
  /** Type of the new payment; by default that of the effective payment. */
  type?: PaymentType | null
  /** How long the spot is held for a new payment; by default to the end of its due date. */
  holdMs?: number | null
}

/** `paymentId`: the new payment; its job creates the charge, and the caller may try to after the commit. */
export type Settled = Settlement & { paymentId: number | null }

/**
 * Brings a registration's payments in line with its present price: replaces open payments, creates one for what is owed, records
 * a credit. Replacing a payment does not release the registration. A registration with nothing left to pay is confirmed; a free
 * one that has a price now becomes pending. Idempotent. Null for a cancelled registration.
 */
export async function settleRegistration(
  tx: Tx,
  { registrationId, provider, at, actorUserId, type = null, holdMs = null }: SettleInput,
): Promise<Settled | null> {
  const registration = await lockRegistration(tx, registrationId)
  const payments = await lockPaymentsToSettle(tx, registrationId)
  if (registration.status === REGISTRATION_STATUS.cancelled) return null
  const wanted = type ?? (await findEffectiveType(tx, registrationId)) ?? 0
  const settled = settlement(registration.total_cents, payments, wanted)
  const source = actorUserId === null ? 'system' : 'person'

  for (const payment of payments.filter(({ id }) => settled.replaced.includes(id))) {
    await updatePayment(tx, payment.id, { status: PAYMENT_STATUS.cancelled, updated_at: at })
    await writeLedger(tx, {
      paymentId: payment.id,
      at,
      kind: 'replaced',
      fromStatus: payment.status,
      toStatus: PAYMENT_STATUS.cancelled,
      applied: true,
      source,
      actorUserId,
    })
    await closeLater(tx, payment)
  }

  const paymentId = settled.charge
    ? await insertPayment(tx, {
        registrationId,
        eventId: registration.event_id,
        orderId: registration.order_id,
        provider,
        type: settled.charge.type,
        amountCents: settled.charge.amountCents,
        ...dueOf(settled.charge.type as PaymentType, registration.event_on, at, holdMs),
        ordinal: payments.length + 1,
        source,
        actorUserId,
        at,
      })
    : null
  if (paymentId !== null) await addJob(tx, createChargeJob, { paymentId })

  if (settled.creditCents !== registration.credit_cents)
    await updateCredit(tx, registrationId, settled.creditCents)
  if (settled.owedCents === 0) {
    for (const id of await confirmRegistrations(tx, [registrationId], at))
      await addJob(tx, registrationConfirmedJob, { registrationId: id })
  } else if (settled.paidCents === 0) {
    await reopenRegistrations(tx, [registrationId], at)
  }
  return { ...settled, paymentId }
}

function dueOf(type: PaymentType, eventOn: IsoDate, at: Date, holdMs: number | null) {
  const dueOn = firstDueOn(type, dayIn(BANK_ZONE, at), eventOn)
  return holdMs === null ? { dueOn, expiresAt: null } : endOfHold(at, holdMs, dueOn)
}

export const settleRegistrationJob = defineMoneyJob(
  SETTLE_REGISTRATION.name,
  SETTLE_REGISTRATION.payload,
  async ({ db, clock, gateway }: Deps, { registrationId }) => {
    await transaction(db, (tx) =>
      settleRegistration(tx, {
        registrationId,
        provider: gateway.provider,
        at: clock.now(),
        actorUserId: null,
      }),
    )
  },
)
