import type { IsoDate } from '#contract/dates.ts'
import type { BasisPoints, Cents } from '#contract/money.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { installmentPlan, shareInterest } from '#contract/pricing/installments.ts'
import { chargedTotal, isChanging } from '#server/features/registration/changes/queries.ts'
import { effectivePayment } from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import type { PaymentItem } from '../domain/plan-balance.ts'
import { type Cause, writeLedger } from '../queries/payments.ts'

/**
 * The total of a cancelled registration is 0, that of a registration with an open change is the total of the
 * change. The caller has locked the registrations.
 */
export async function listToBalance(tx: Tx, registrationIds: readonly number[]) {
  const rows = await tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('r.id', 'in', registrationIds)
    .orderBy('r.id')
    .select(['r.id', 'r.status', 'r.kept_cents', 'r.event_id', 'r.responsible_user_id'])
    .select(['e.event_on', 'p.type as last_type', chargedTotal.as('total_cents'), isChanging])
    .execute()
  return rows.map(({ total_cents, kept_cents, ...row }) => {
    const isCancelled = row.status === REGISTRATION_STATUS.cancelled
    return {
      ...row,
      totalCents: isCancelled ? 0 : total_cents,
      keptCents: isCancelled ? kept_cents : total_cents,
    }
  })
}

/** The amount retained from the payments of cancelled registrations. */
export async function setRetainedAmount(
  tx: Tx,
  registrationIds: readonly number[],
  keptCents: Cents,
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ kept_cents: keptCents })
    .where('id', 'in', registrationIds)
    .where('kept_cents', '<>', keptCents)
    .execute()
}

export interface CardTerms {
  installments: number
  rate: BasisPoints
  feeByOrganizer: boolean
}

interface PaymentToInsert {
  eventId: number
  payerUserId: number
  provider: string
  type: PaymentType
  /** Absent: a single card payment. */
  terms?: CardTerms | null
  items: readonly PaymentItem[]
  dueOn: IsoDate
  expiresAt: Date | null
  source: Cause['source']
  /** Null: the system, or a person with only the payment's link. */
  actorUserId: number | null
  at: Date
  /** A separate e-mail contains the payment's link. */
  tellsLink: boolean
}

/** Inserts a payment with its items and its first ledger row. */
export async function insertPayment(tx: Tx, payment: PaymentToInsert): Promise<number> {
  const { items, terms, source, actorUserId, at } = payment
  const amounts = items.map(({ amountCents }) => amountCents)
  const amountCents = amounts.reduce((sum, amount) => sum + amount, 0)
  const { interestCents } = installmentPlan(amountCents, terms?.installments ?? 1, terms?.rate ?? 0)
  const shares = shareInterest(interestCents, amounts)
  const { id } = await tx
    .insertInto('payments')
    .values({
      event_id: payment.eventId,
      payer_user_id: payment.payerUserId,
      provider: payment.provider,
      type: payment.type,
      amount_cents: amountCents,
      interest_cents: interestCents,
      ...(terms && { installments: terms.installments, fee_by_organizer: terms.feeByOrganizer }),
      due_on: payment.dueOn,
      expires_at: payment.expiresAt,
      tells_link: payment.tellsLink,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_items')
    .values(
      items.map(({ registrationId, amountCents }, i) => ({
        payment_id: id,
        registration_id: registrationId,
        amount_cents: amountCents,
        interest_cents: shares[i] ?? 0,
      })),
    )
    .execute()
  await writeLedger(tx, {
    paymentId: id,
    at,
    kind: 'created',
    toStatus: PAYMENT_STATUS.pending,
    source,
    actorUserId,
  })
  return id
}
