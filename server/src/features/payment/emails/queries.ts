import { sql } from 'kysely'
import type { CancellationTier } from '#contract/cancellation.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { type RefundStatus, refundMessage } from '#contract/refund.ts'
import type { Db } from '#server/lib/db.ts'
import { WITHDRAWAL } from '../../fees/refund-settings/queries.ts'
import { MONEY } from '../../registration/queries/money.ts'

const { pending, overdue, refused, rejected } = PAYMENT_STATUS

/** The data of an e-mail about a registration. It goes to the buyer, for additional participants too. */
export const findRegistrationMail = (db: Db, registrationId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('cities', 'cities.ibge_id', 'e.city_id')
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .innerJoin('kits as k', 'k.id', 'r.kit_id')
    .leftJoin('shirt_sizes as s', 's.id', 'r.shirt_size_id')
    .leftJoin('refund_settings as w', 'w.enterprise_id', 'e.enterprise_id')
    .where('r.id', '=', registrationId)
    .select(WITHDRAWAL)
    .where('u.anonymized_at', 'is', null)
    .select([
      'u.name as buyer_name',
      'u.email as buyer_email',
      'r.name as participant_name',
      'r.email as participant_email',
      'r.disowned_at',
      'r.event_id',
      'r.responsible_user_id',
      'r.status',
      'r.total_cents',
      ...MONEY,
      'e.title as event_title',
      'e.event_on',
      'e.start_time',
      'e.state_code',
      'cities.name as city_name',
      'm.name as modality_name',
      'c.name as category_name',
      'k.name as kit_name',
      's.name as shirt_size',
      sql<CancellationTier[]>`r.cancellation_tiers`.as('cancellation_tiers'),
    ])
    .executeTakeFirst()

/** The data of an e-mail about a refund. It goes to the account that paid. */
export const findRefundMail = (db: Db, refundId: number) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .where('f.id', '=', refundId)
    .where('u.anonymized_at', 'is', null)
    .select([
      'f.id',
      'f.status',
      'f.told_status',
      'f.asked_at',
      'f.request_url',
      'f.receipt_url',
      'f.note',
      'p.type',
    ])
    .$narrowType<{ status: RefundStatus }>()
    .select(sql<number>`f.amount_cents + f.interest_cents`.as('amount_cents'))
    .select('r.status as registration_status')
    .select(['u.name as payer_name', 'u.email as payer_email', 'e.title as event_title'])
    .executeTakeFirst()

/** The refunds of a registration whose payer was not told how far they are: the e-mail about what caused them says it. */
export const listRefundsToTell = (db: Db, registrationId: number) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .where('f.registration_id', '=', registrationId)
    .where('f.status', '<>', 'refused')
    .where(sql<boolean>`f.told_status is distinct from f.status`)
    .orderBy('f.id')
    .select(['f.id', 'f.status', 'f.asked_at', 'f.note', 'f.request_url', 'p.type'])
    .$narrowType<{ status: RefundStatus }>()
    .execute()

/** What is said of these refunds, each sentence once. */
export const refundWords = (refunds: readonly Parameters<typeof messageOf>[0][]): string =>
  [...new Set(refunds.map(messageOf))].join(' ')

const messageOf = (refund: {
  status: RefundStatus
  type: number
  request_url: string | null
  note: string | null
  asked_at: Date
}): string =>
  refundMessage({
    status: refund.status,
    type: refund.type,
    waitsForPayer: refund.request_url !== null,
    note: refund.note,
    askedAt: refund.asked_at,
  })

/** Remembers what payers were told of these refunds, each in the status that was read. */
export async function markTold(
  db: Db,
  refunds: readonly { id: number; status: RefundStatus }[],
): Promise<void> {
  for (const { id, status } of refunds)
    await db.updateTable('refunds').set({ told_status: status }).where('id', '=', id).execute()
}

/** Whether one of these payments still waits for its charge, and so has no link. */
export async function lacksLink(db: Db, paymentIds: readonly number[]): Promise<boolean> {
  if (paymentIds.length === 0) return false
  const payment = await db
    .selectFrom('payments')
    .where('id', 'in', paymentIds)
    .where('status', '=', pending)
    .where('charge_id', 'is', null)
    .select('id')
    .executeTakeFirst()
  return payment !== undefined
}

/**
 * Payments that have a charge and can still be paid, with the participants of each. Of a difference, all of them are confirmed: their places
 * do not depend on it.
 */
const payable = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    .where('p.status', 'in', [pending, overdue, refused, rejected])
    .where('p.charge_id', 'is not', null)
    .where('u.anonymized_at', 'is', null)
    .select(['p.id', 'p.status', 'p.token', 'p.tells_link', 'p.due_on', 'p.expires_at', 'p.type'])
    .select('e.title as event_title')
    .select(sql<number>`p.amount_cents + p.interest_cents`.as('amount_cents'))
    .select(['u.name as buyer_name', 'u.email as buyer_email'])
    .select((eb) =>
      eb
        .selectFrom('payment_items as i')
        .innerJoin('registrations as r', 'r.id', 'i.registration_id')
        .whereRef('i.payment_id', '=', 'p.id')
        .select(sql<string[]>`array_agg(r.name order by r.id)`.as('names'))
        .as('participants'),
    )
    .select(
      sql<boolean>`exists (
        select from payment_items i join payment_items earlier using (registration_id)
        where i.payment_id = p.id and earlier.payment_id < p.id
      )`.as('is_another'),
    )
    .select(
      sql<boolean>`not exists (
        select from payment_items i join registrations r on r.id = i.registration_id
        where i.payment_id = p.id and r.status <> ${REGISTRATION_STATUS.confirmed}
      )`.as('is_difference'),
    )
    .$narrowType<{ due_on: string; participants: string[] }>()

/** What an account can still pay for an event. */
export const listPayable = (db: Db, { eventId, payerUserId }: { eventId: number; payerUserId: number }) =>
  payable(db)
    .where('p.event_id', '=', eventId)
    .where('p.payer_user_id', '=', payerUserId)
    .orderBy('p.id')
    .execute()

export const findPayable = (db: Db, paymentId: number) =>
  payable(db).where('p.id', '=', paymentId).executeTakeFirst()

/** What a payment pays for one of its registrations; a duplicate is refunded and pays for nothing. */
export const findPaidShare = (
  db: Db,
  { registrationId, paymentId }: { registrationId: number; paymentId: number },
) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('p.id', '=', paymentId)
    .where('i.registration_id', '=', registrationId)
    .where('p.duplicate_of', 'is', null)
    .select(['p.status', 'i.amount_cents'])
    .executeTakeFirst()
