import { dayIn } from '#contract/dates.ts'
import type { Choice } from '#contract/my-registrations/refund-choice.ts'
import type { Deps } from '#server/deps.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { setRetainedAmount } from '#server/features/payment/balancing/queries.ts'
import { createCharges } from '#server/features/payment/create-charges.ts'
import type { Together } from '#server/features/payment/domain/plan-balance.ts'
import { closeChoice } from '#server/features/payment/held-refunds/queries.ts'
import { getPaymentToken } from '#server/features/payment-page/pay-together/queries.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import type { getMyChoice } from './queries.ts'

type MyChoice = Awaited<ReturnType<typeof getMyChoice>>

interface Author {
  userId: number
  at: Date
  ip: string
}

export const isClosed = ({ choice, timezone, ends_on }: MyChoice, at: Date): boolean =>
  choice !== null || dayIn(timezone, at) > ends_on

export const auditChoice = (
  tx: Tx,
  { registration_id, event_id }: MyChoice,
  { userId, at, ip }: Author,
  after: { choice: string; [name: string]: string | number },
): Promise<void> =>
  audit(tx, {
    at,
    actorUserId: userId,
    action: 'refund_choice.made',
    entity: 'registration',
    entityId: registration_id,
    eventId: event_id,
    after,
    ip,
  })

interface Settlement extends Author {
  /** The registration that the money pays for from now on. */
  paidId: number
  after: { choice: Choice; [name: string]: string | number }
  together?: Together | null
  holdMs?: number | null
}

/**
 * Closes a choice, if it is stored, and balances its money; returns the payment of a difference.
 */
export async function settleChoice(
  tx: Tx,
  { gateway }: Pick<Deps, 'gateway'>,
  choice: MyChoice,
  { userId, at, ip, paidId, after, ...payment }: Settlement,
): Promise<{ id: number; token: string } | null> {
  const { registration_id: id, kind, fee_cents: feeCents } = choice
  if (kind !== 'changed') {
    await setRetainedAmount(tx, [id], feeCents)
    await closeChoice(tx, id, { choice: after.choice, at, by: userId })
  }
  const { created } = await balancePayments(tx, {
    ...payment,
    registrationIds: [...new Set([id, paidId])],
    provider: gateway.provider,
    at,
    actorUserId: userId,
    refund: { reason: kind === 'changed' ? 'exchange' : kind, askedBy: userId, approvedBy: null },
  })
  await auditChoice(tx, choice, { userId, at, ip }, after)
  const difference = created.find(({ registrationIds }) => registrationIds.includes(paidId))
  return difference ? getPaymentToken(tx, difference.paymentId) : null
}

/** Runs a choice in a transaction; returns the link of the payment of a difference. */
export async function linkOfDifference(
  deps: Deps,
  choose: (tx: Tx) => ReturnType<typeof settleChoice>,
): Promise<string | null> {
  const payment = await transaction(deps.db, choose)
  if (!payment) return null
  await createCharges(deps, [payment.id])
  return paymentLink(deps.config.publicUrl, payment.token)
}
