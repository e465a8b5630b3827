import { dayIn, type IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { confirmRegistrations, reopenRegistrations } from '../../registration/queries.ts'
import { closeLater } from '../close-later.ts'
import { createChargeJob } from '../create-charge.ts'
import { BANK_ZONE, endOfHold, firstDueOn } from '../domain/due-date.ts'
import { type Settlement, settlement } from '../domain/settlement.ts'
import { registrationConfirmedJob } from '../emails/registration-confirmed.ts'
import type { PaymentType } from '../gateways/gateway.ts'
import { updatePayment, writeLedger } from '../queries.ts'
import { findEffectiveType, insertPayment, lockPaymentsFor, lockSettled, updateCredit } from './queries.ts'
import { SETTLE_JOB } from './settle-later.ts'

interface Asked {
  registrationId: number
  provider: string
  at: Date
  /** Null: the system, because of money that came. */
  actorUserId: number | null
  /** How what is owed is to be paid; absent: as before. */
  type?: PaymentType | null
  /** How long the place waits for a new payment; absent: to the end of its due day. */
  holdMs?: number | null
}

/** `paymentId`: the new payment, whose charge the job makes and the caller may try after the commit. */
export type Settled = Settlement & { paymentId: number | null }

/**
 * Makes a registration's payments ask for what it costs now: replaces open ones, charges a difference, records a credit. What is
 * replaced releases nothing; a registration that has nothing left to pay is confirmed, a free one that costs something now
 * waits for its payment. The same again changes nothing. Null for one that is cancelled.
 */
export async function settleRegistration(
  tx: Tx,
  { registrationId, provider, at, actorUserId, type = null, holdMs = null }: Asked,
): Promise<Settled | null> {
  const registration = await lockSettled(tx, registrationId)
  const payments = await lockPaymentsFor(tx, registrationId)
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

/** After money that came beside an open charge. */
export const settleRegistrationJob = defineMoneyJob(
  SETTLE_JOB.name,
  SETTLE_JOB.payload,
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
