// Over 250 lines: what all e-mails about payments and refunds say.

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import {
  type PixKeyState,
  type RefundObstacle,
  type RefundStatus,
  refundMessage,
} from '#contract/payment/refund.ts'
import type { CancellationTier } from '#contract/registration/cancellation.ts'
import { raceColumn, sellerColumn } from '#server/features/event/queries.ts'
import { withdrawalColumns } from '#server/features/fees/refund-settings/queries.ts'
import { chargedLines } from '#server/features/registration/changes/queries.ts'
import { moneyColumns } from '#server/features/registration/queries/money.ts'
import { pixKeyState } from '#server/features/registration/queries/refunds.ts'
import { paidBefore, priceLines, undoColumns } from '#server/features/registration/queries.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { paymentsBeside } from '../queries/items.ts'

const { pending, overdue, refused, rejected } = PAYMENT_STATUS

export const kitWords = ({ kit_name, shirt_size }: { kit_name: string; shirt_size: string | null }): string =>
  [kit_name, shirt_size && `camisa ${shirt_size}`].filter(Boolean).join(', ')

/** The data of an e-mail to the buyer, also for additional participants. */
export const findRegistrationMail = batchedBy(
  (db: Db) => async (registrationIds: number[]) => {
    const found = await transaction(db, (tx) => selectRegistrationMails(tx, registrationIds).execute())
    const byId = new Map(found.map((registration) => [registration.id, registration]))
    return registrationIds.map((id) => byId.get(id))
  },
  { gathers: true },
)

const selectRegistrationMails = (db: Db, registrationIds: readonly number[]) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .innerJoin('kits as k', 'k.id', 'r.kit_id')
    .leftJoin('shirt_sizes as s', 's.id', 'r.shirt_size_id')
    .leftJoin('refund_settings as w', 'w.enterprise_id', 'e.enterprise_id')
    .where('r.id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .select('r.id')
    .select(withdrawalColumns)
    .select([sellerColumn, raceColumn])
    .where('u.anonymized_at', 'is', null)
    .select(['u.name as buyer_name', 'u.email as buyer_email', 'r.event_id', 'r.responsible_user_id'])
    .select(['r.name as participant_name', 'r.email as participant_email', 'r.disowned_at', 'r.status'])
    .select(['r.total_cents', priceLines, ...moneyColumns])
    .select(undoColumns)
    .select(
      sql<boolean>`exists (
        select from refunds f where f.registration_id = r.id and f.reason = 'withdrawal'
      )`.as('is_withdrawal'),
    )
    .select(sql<CancellationTier[]>`r.cancellation_tiers`.as('cancellation_tiers'))
    .select(['e.title as event_title', 'e.event_on', 'e.start_time', 'e.registration_ends_on', 'e.timezone'])
    .select([
      'm.name as modality_name',
      'c.name as category_name',
      'k.name as kit_name',
      's.name as shirt_size',
    ])

/** The recipient is the account that paid. */
export const findRefundMail = (db: Db, refundId: number) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .where('f.id', '=', refundId)
    .where('u.anonymized_at', 'is', null)
    .select(['f.id', 'f.status', 'f.told_status', 'f.asked_at', 'f.request_url', 'f.receipt_url', 'f.note'])
    .select(['p.type', 'p.payer_user_id', 'f.registration_id', 'f.obstacle', pixKeyState.as('pix_key')])
    .$narrowType<{ status: RefundStatus; obstacle: RefundObstacle | null }>()
    .select(sql<number>`f.amount_cents + f.interest_cents`.as('amount_cents'))
    .select('r.status as registration_status')
    .select(['u.name as payer_name', 'u.email as payer_email', 'e.title as event_title'])
    .executeTakeFirst()

/**
 * Refunds whose current status was not reported yet, for the e-mail about their cause. Those to the captain of
 * a group are reported to the captain.
 */
export const listRefundsToTell = (db: Db, registrationId: number) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .where('f.registration_id', '=', registrationId)
    .whereRef('p.payer_user_id', '=', 'r.responsible_user_id')
    .where('f.status', '<>', 'refused')
    .where(sql<boolean>`f.told_status is distinct from f.status`)
    .orderBy('f.id')
    .select(['f.id', 'f.status', 'f.asked_at', 'f.note', 'f.request_url', 'p.type'])
    .select(['f.obstacle', pixKeyState.as('pix_key')])
    .$narrowType<{ status: RefundStatus; obstacle: RefundObstacle | null }>()
    .execute()

/**
 * All refunds for which an account was not told yet that it must confirm a Pix key: one confirmation counts
 * for all.
 */
export const listKeysToAsk = (db: Db, payerUserId: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('refunds as f', 'f.payment_id', 'p.id')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .where('p.payer_user_id', '=', payerUserId)
    .where('f.status', '=', 'needs_person')
    .where('f.pix_asked_at', 'is not', null)
    .where('f.pix_key', 'is', null)
    .where(sql<boolean>`f.told_status is distinct from 'needs_person'`)
    .orderBy('f.id')
    .select(['f.id', 'f.registration_id', 'r.name', 'e.title as event_title'])
    // The page of another account's registration is not shown to the captain of its group.
    .select(
      sql<number | null>`case when r.responsible_user_id <> p.payer_user_id then (
        select min(g.id) from groups g where g.event_id = r.event_id and g.captain_user_id = p.payer_user_id
      ) end`.as('group_id'),
    )
    .select(sql<number>`f.amount_cents + f.interest_cents`.as('amount_cents'))
    .execute()

/** Joins the sentences about the refunds; equal ones appear once. */
export const refundWords = (refunds: readonly Parameters<typeof messageOf>[0][]): string =>
  [...new Set(refunds.map(messageOf))].join(' ')

const messageOf = (refund: {
  status: RefundStatus
  type: number
  request_url: string | null
  note: string | null
  asked_at: Date
  obstacle: RefundObstacle | null
  pix_key: PixKeyState | null
}): string =>
  refundMessage({
    status: refund.status,
    type: refund.type,
    waitsForPayer: refund.request_url !== null,
    note: refund.note,
    askedAt: refund.asked_at,
    obstacle: refund.obstacle,
    pixKey: refund.pix_key,
  })

/** Stores which status was reported to the payers. */
export async function markTold(
  db: Db,
  refunds: readonly { id: number; status: RefundStatus }[],
): Promise<void> {
  for (const { id, status } of refunds)
    await db.updateTable('refunds').set({ told_status: status }).where('id', '=', id).execute()
}

/** Whether one of these payments still has no charge and therefore no link. */
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
 * Payments that can be paid by link. For a difference all registrations are confirmed: spots do not depend on
 * it.
 */
const payable = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    // `+ 0`, because a plan made on an almost empty table would read the whole index of such payments.
    .where(sql<number>`p.status + 0`, 'in', [pending, overdue, refused, rejected])
    .where('p.charge_id', 'is not', null)
    .where('u.anonymized_at', 'is', null)
    .select(['p.id', 'p.status', 'p.token', 'p.tells_link', 'p.due_on', 'p.expires_at', 'p.type'])
    .select(['p.event_id', 'p.payer_user_id'])
    .select(['e.title as event_title', raceColumn])
    // Known once the payment page was opened.
    .leftJoin('payment_codes as codes', 'codes.payment_id', 'p.id')
    .select(['codes.pix_payload', 'codes.pix_expires_at'])
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
    .select('p.interest_cents')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as own')
          .innerJoin('registrations as r', 'r.id', 'own.registration_id')
          .whereRef('own.payment_id', '=', 'p.id')
          .where(sql<boolean>`own.amount_cents > 0`)
          .orderBy('r.id')
          .select(['r.name', 'own.amount_cents', chargedLines, paidBefore])
          .select(sql<boolean>`r.responsible_user_id <> p.payer_user_id`.as('is_of_member')),
      ).as('items'),
    )
    .select(sql<boolean>`exists (${paymentsBeside(sql`<`)})`.as('is_another'))
    .select(
      sql<boolean>`not exists (
        select from payment_items i join registrations r on r.id = i.registration_id
        where i.payment_id = p.id and r.status <> ${REGISTRATION_STATUS.confirmed}
      )`.as('is_difference'),
    )
    .$narrowType<{ due_on: string; participants: string[] }>()

export const listPayable = batchedBy(
  (db: Db) => async (payers: Payer[]) => {
    const found = await transaction(db, (tx) => selectPayable(tx, payers).execute())
    return payers.map(({ eventId, payerUserId }) =>
      found.filter((payment) => payment.event_id === eventId && payment.payer_user_id === payerUserId),
    )
  },
  { gathers: true },
)

interface Payer {
  eventId: number
  payerUserId: number
}

const selectPayable = (db: Db, payers: readonly Payer[]) =>
  payable(db)
    .where(
      sql<boolean>`p.id = any (array(
        select own.id
        from unnest(
          ${payers.map(({ eventId }) => eventId)}::bigint[], ${payers.map(({ payerUserId }) => payerUserId)}::bigint[]
        ) as payer (event_id, user_id)
        cross join lateral (
          select id from payments where payer_user_id = payer.user_id and event_id = payer.event_id offset 0
        ) own
      ))`,
    )
    .orderBy('p.id')

/** The payments that have not been reminded again since, the most urgent first. */
export const listReminded = (db: Db, paymentIds: readonly number[], hours: number) =>
  payable(db)
    .where('p.id', 'in', paymentIds)
    .where('p.reminded_hours', '=', hours)
    .orderBy('p.due_on')
    .orderBy('p.expires_at')
    .orderBy('p.id')
    .execute()

export const findPayable = (db: Db, paymentId: number) =>
  payable(db).where('p.id', '=', paymentId).executeTakeFirst()

/** A registration's part of a payment; undefined for a duplicate, which is refunded. */
export const findPaidShare = (
  db: Db,
  { registrationId, paymentId }: { registrationId: number; paymentId: number },
) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .innerJoin('registrations as r', 'r.id', 'i.registration_id')
    .where('p.id', '=', paymentId)
    .where('i.registration_id', '=', registrationId)
    .where('p.duplicate_of', 'is', null)
    .select(['p.status', 'i.amount_cents', chargedLines, paidBefore])
    .executeTakeFirst()
