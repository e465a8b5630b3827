import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { chargedFee, chargedTotal } from '#server/features/registration/changes/queries.ts'
import type { Db } from '#server/lib/db.ts'

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

interface Claim {
  now: Date
  until: Date
  /** The gateways that can send a part of a charge to the organizer's wallet. */
  splitting: readonly string[]
}

/**
 * Claims the creation of a payment's charge; null when it needs none or another process holds the claim. The
 * first claim also fixes the split, so that a charge found by its reference has the same one.
 */
export async function claimCharge(db: Db, paymentId: number, { now, until, splitting }: Claim) {
  const claimed = await db
    .updateTable('payments')
    .set((eb) => ({ charge_claimed_until: until, charge_attempts: eb('charge_attempts', '+', 1) }))
    .$if(splitting.length > 0, (query) =>
      query.set({
        split_wallet_id: sql<string>`case when split_cents is null then (select wallet_id from ${SPLIT_SETTINGS}) else split_wallet_id end`,
        split_cents: sql<number>`coalesce(split_cents,
          case when provider = any (${splitting}::text[]) then (${SHARE_TO_SPLIT}) end, 0)`,
      }),
    )
    .where('id', '=', paymentId)
    .where('status', '=', PAYMENT_STATUS.pending)
    .where('charge_id', 'is', null)
    .where((eb) => eb.or([eb('charge_claimed_until', 'is', null), eb('charge_claimed_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return null
  return db
    .selectFrom('payments as p')
    .innerJoin('users as u', 'u.id', 'p.payer_user_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.id', '=', paymentId)
    .select(['p.id', 'p.provider', 'p.external_reference', 'p.charge_attempts', 'p.type', 'p.installments'])
    .select(['p.split_cents', 'p.split_wallet_id', 'p.due_on', 'p.expires_at', 'p.created_at'])
    .select(sql<number>`p.amount_cents + p.interest_cents`.as('charged_cents'))
    .select(['e.title as event_title', 'e.event_on'])
    .select(['u.id as payer_user_id', 'u.name as payer_name', 'u.cpf as payer_cpf'])
    .select(['u.email as payer_email', 'u.phone as payer_phone'])
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
    .executeTakeFirstOrThrow()
}

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
