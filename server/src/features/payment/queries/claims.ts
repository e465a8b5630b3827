import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { chargedFee, chargedTotal } from '#server/features/registration/changes/queries.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import { type Db, type Row, type Tx, transaction } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import type { Charge } from '../gateways/gateway.ts'
import { paymentsBeside } from './items.ts'

/** SQL: the payout settings of the organizer of `payments`' event. */
const SPLIT_SETTINGS = sql`(
  select s.wallet_id, s.split_bp from events e join organizer_payout_settings s on s.organizer_id = e.organizer_id
  where e.id = payments.event_id) settings`

/**
 * SQL: the organizer's share of the payment's items minus their part of the service fee. A tenth plus R$ 2,00
 * is never split, because the gateway splits only what is left after its fee and refuses a larger split.
 */
const SHARE_TO_SPLIT = sql`
  select greatest(0, floor(least(
    sum(i.amount_cents - ceil(${chargedFee}::numeric * i.amount_cents / ${chargedTotal})) * settings.split_bp / 10000,
    sum(i.amount_cents) * 0.9 - 200)))
  from ${SPLIT_SETTINGS}, payment_items i join registrations r on r.id = i.registration_id
  where i.payment_id = payments.id and settings.split_bp is not null group by settings.split_bp`

/** Longer than search and creation together, so that a claim expires only when its process died or hangs. */
export const CLAIM_MS = 60_000

interface Claim {
  paymentId: number
  now: Date
  /** The gateways that can send a part of a charge to the organizer's wallet. */
  splitting: readonly string[]
}

/**
 * Claims the creation of a payment's charge; null when it needs none or another process holds the claim. The
 * first claim also fixes the split, so that a charge found by its reference has the same one.
 */
export const claimCharge = batchedBy((db: Db) => async (claims: Claim[]) => {
  const claimed = await claimCharges(db, claims)
  return claims.map(({ paymentId }) => {
    const payment = claimed.get(paymentId)
    // Another claim of the same payment in this batch gets null.
    claimed.delete(paymentId)
    return payment ?? null
  })
})

async function claimCharges(db: Db, claims: readonly Claim[]) {
  const [{ now, splitting }] = claims as [Claim]
  const until = new Date(now.getTime() + CLAIM_MS)
  const ids = claims.map(({ paymentId }) => paymentId)
  const payments = await transaction(db, (tx) => claimDue(tx, { ids, now, until, splitting }).execute())
  return new Map(payments.map((payment) => [payment.id, { ...payment, until }]))
}

export type ClaimedPayment = Awaited<ReturnType<ReturnType<typeof claimDue>['execute']>>[number] & {
  /** The end of the claim. */
  until: Date
}

const claimDue = (
  tx: Tx,
  {
    ids,
    now,
    until,
    splitting,
  }: { ids: readonly number[]; now: Date; until: Date; splitting: readonly string[] },
) =>
  tx
    .with('due', (cte) =>
      cte
        .selectFrom(
          sql<{ id: number }>`(select distinct id from unnest(${ids}::bigint[]) id order by id)`.as('asked'),
        )
        // One look-up for each id, because a plan made on an almost empty table would read whole indexes.
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('payments')
              .whereRef('payments.id', '=', 'asked.id')
              .where('status', '=', PAYMENT_STATUS.pending)
              .where('charge_id', 'is', null)
              .where((eb) =>
                eb.or([eb('charge_claimed_until', 'is', null), eb('charge_claimed_until', '<=', now)]),
              )
              .limit(1)
              .forNoKeyUpdate()
              // A payment that another transaction changes must not delay the others; its job tries again.
              .skipLocked()
              .select('payments.id')
              .as('found'),
          (join) => join.onTrue(),
        )
        .select('found.id'),
    )
    .with('p', (cte) =>
      cte
        .updateTable('payments')
        .from('due')
        .whereRef('payments.id', '=', 'due.id')
        .set((eb) => ({ charge_claimed_until: until, charge_attempts: eb('charge_attempts', '+', 1) }))
        .$if(splitting.length > 0, (query) =>
          query.set({
            split_wallet_id: sql<string>`case when split_cents is null then (select wallet_id from ${SPLIT_SETTINGS}) else split_wallet_id end`,
            split_cents: sql<number>`coalesce(split_cents,
              case when provider = any (${splitting}::text[]) then (${SHARE_TO_SPLIT}) end, 0)`,
          }),
        )
        .returning(['payments.id', 'provider', 'external_reference', 'charge_attempts', 'payments.type'])
        .returning(['installments', 'split_cents', 'split_wallet_id', 'due_on', 'expires_at'])
        .returning(['payments.created_at', 'amount_cents', 'interest_cents', 'event_id', 'payer_user_id']),
    )
    .selectFrom('p')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .select(['p.id', 'p.provider', 'p.external_reference', 'p.charge_attempts', 'p.type', 'p.installments'])
    .select(['p.split_cents', 'p.split_wallet_id', 'p.due_on', 'p.expires_at', 'p.created_at'])
    .select(sql<number>`p.amount_cents + p.interest_cents`.as('charged_cents'))
    .select(['e.title as event_title', 'e.event_on'])
    .select(['u.id as payer_user_id', 'u.name as payer_name', 'u.cpf as payer_cpf'])
    .select(['u.email as payer_email', 'u.phone as payer_phone'])
    .select(sql<boolean>`exists (${paymentsBeside(sql`<>`)})`.as('has_others'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as i')
          .innerJoin('registrations as r', 'r.id', 'i.registration_id')
          .innerJoin('categories as c', 'c.id', 'r.category_id')
          .whereRef('i.payment_id', '=', 'p.id')
          .orderBy('r.id')
          .select(['r.id', 'r.cpf', 'c.name as category_name']),
      ).as('registrations'),
    )

/** Ends the claim at `at` instead of clearing it: since the first claim the gateway may have a charge. */
export async function releaseClaim(db: Db, paymentId: number, until: Date, at: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ charge_claimed_until: at })
    .where('id', '=', paymentId)
    .where('charge_claimed_until', '=', until)
    .execute()
}

export async function findCharge(db: Db, paymentId: number) {
  return db
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .select(['status', 'charge_id', 'hosted_link'])
    .executeTakeFirst()
}

interface StoredCharge {
  paymentId: number
  charge: Pick<Charge, 'id' | 'paymentLink'>
  dueOn: IsoDate
  expiresAt: Date | null
}

/**
 * Stores the charges of payments that are still pending and have none, and returns these payments. Skips payments
 * that another transaction is changing. Needs no locks of registrations, because the status does not change.
 */
export async function storeCharges(tx: Tx, charges: readonly StoredCharge[], at: Date) {
  const rows = charges.map(({ paymentId, charge, dueOn, expiresAt }) => ({
    id: paymentId,
    charge_id: charge.id,
    hosted_link: charge.paymentLink,
    due_on: dueOn,
    expires_at: expiresAt,
  }))
  const { rows: stored } = await sql<
    Pick<Row<'payments'>, 'id' | 'event_id' | 'payer_user_id' | 'tells_link'>
  >`
    with created as (
      select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c (id bigint, charge_id text, hosted_link text, due_on date, expires_at timestamptz)
      order by id
    ),
    pending as (
      select found.id from created cross join lateral (
        select id from payments p
        where p.id = created.id and status = ${code.payment.pending} and p.charge_id is null
        limit 1 for no key update skip locked
      ) found
    )
    update payments p
    set charge_id = c.charge_id, hosted_link = c.hosted_link, due_on = c.due_on, expires_at = c.expires_at,
      charge_claimed_until = ${at}, updated_at = ${at}
    from created c join pending using (id)
    where p.id = c.id
    returning p.id, p.event_id, p.payer_user_id, p.tells_link`.execute(tx)
  return stored
}
