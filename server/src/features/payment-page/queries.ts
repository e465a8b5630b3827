import { type InferResult, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { installmentColumns } from '#server/features/event/queries.ts'
import { installmentRates } from '#server/features/fees/installment-settings/queries.ts'
import type { PaymentDetails } from '#server/features/payment/gateways/gateway.ts'
import { chargedLines } from '#server/features/registration/changes/queries.ts'
import { itemRefunds, itemShare, paidBefore, takenTypes } from '#server/features/registration/queries.ts'
import { type Db, poolOf } from '#server/lib/db.ts'

const page = (db: Db, token: string) =>
  db
    .selectFrom('payments as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .leftJoin('payment_codes as c', 'c.payment_id', 'p.id')
    .where('p.token', '=', token)
    .select(['p.id', 'p.provider', 'p.status', 'p.amount_cents', 'p.charge_id', 'p.hosted_link'])
    .select(['p.installments', 'p.interest_cents', 'p.charge_attempts'])
    .select(['p.due_on', 'p.expires_at', 'p.paid_at', sql<PaymentType>`p.type`.as('type')])
    .select(['e.title', 'e.slug', 'e.event_on', 'e.timezone', takenTypes])
    .select(installmentColumns)
    .select(installmentRates)
    .select(['c.pix_payload', 'c.pix_expires_at', 'c.boleto_line', 'c.boleto_barcode', 'c.boleto_pdf_url'])
    .select((eb) => [
      eb('p.duplicate_of', 'is not', null).$castTo<boolean>().as('isDuplicate'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as own')
          .innerJoin('registrations as r', 'r.id', 'own.registration_id')
          .innerJoin('modalities as m', 'm.id', 'r.modality_id')
          .innerJoin('events as n', 'n.id', 'r.event_id')
          .whereRef('own.payment_id', '=', 'p.id')
          // All money of an item with the amount 0 now pays for another registration.
          .where(sql<boolean>`own.amount_cents > 0`)
          .orderBy('r.id')
          .select(['r.name', 'r.status', 'r.total_cents', 'own.amount_cents', 'm.name as modality_name'])
          .select([chargedLines, paidBefore])
          .select(sql<boolean>`r.responsible_user_id <> p.payer_user_id`.as('is_of_member'))
          .select(sql<string | null>`case when n.id <> p.event_id then n.title end`.as('moved_to'))
          .select((item) =>
            jsonArrayFrom(
              item
                .selectFrom('payment_items as i')
                .innerJoin('payments as o', 'o.id', 'i.payment_id')
                .innerJoinLateral(itemRefunds, (join) => join.onTrue())
                .whereRef('i.registration_id', '=', 'r.id')
                .orderBy('o.id')
                .select(['o.id', 'o.token', 'o.status', 'o.installments', itemShare.as('amountCents')])
                .select((other) => [
                  sql<PaymentType>`o.type`.as('type'),
                  other('o.duplicate_of', 'is not', null).$castTo<boolean>().as('isDuplicate'),
                  sql<boolean>`o.payer_user_id <> p.payer_user_id`.as('isByOther'),
                  sql<number>`(select count(*)::int from payment_items where payment_id = o.id)`.as('covers'),
                ]),
            ).as('payments'),
          ),
      ).as('items'),
    ])

export type PageRow = InferResult<ReturnType<typeof page>>[number]

/**
 * One named prepared statement per connection, because open pages poll it and planning takes several times as
 * long as running it.
 */
export async function findPage(db: Db, token: string): Promise<PageRow | undefined> {
  statement ??= page(db, '').compile().sql
  const { rows } = await poolOf(db).query<PageRow>({ name: 'payment-page', text: statement, values: [token] })
  return rows[0]
}

let statement: string | undefined

/** True if nobody has requested the codes since `before`; the caller must then request them. */
export async function claimCodes(db: Db, paymentId: number, at: Date, before: Date): Promise<boolean> {
  const claimed = await db
    .insertInto('payment_codes')
    .values({ payment_id: paymentId, asked_at: at })
    .onConflict((conflict) =>
      conflict
        .column('payment_id')
        .doUpdateSet({ asked_at: at })
        .where('payment_codes.asked_at', '<=', before),
    )
    .returning('payment_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export type Codes = Pick<
  PageRow,
  'pix_payload' | 'pix_expires_at' | 'boleto_line' | 'boleto_barcode' | 'boleto_pdf_url'
>

/** Does nothing if the payment's charge is no longer `chargeId`. */
export async function storeCodes(
  db: Db,
  { id, chargeId }: { id: number; chargeId: string },
  { pix, boleto }: PaymentDetails,
): Promise<Codes> {
  const codes = {
    pix_payload: pix?.payload ?? null,
    pix_expires_at: pix?.expiresAt ?? null,
    boleto_line: boleto?.digitableLine ?? null,
    boleto_barcode: boleto?.barcode ?? null,
  }
  const stored = await db
    .updateTable('payment_codes')
    .set(codes)
    .where('payment_id', '=', id)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('payments').where('id', '=', id).where('charge_id', '=', chargeId).select('id'),
      ),
    )
    .returning('boleto_pdf_url')
    .executeTakeFirst()
  return { ...codes, boleto_pdf_url: stored?.boleto_pdf_url ?? null }
}

export const findPaymentByToken = (db: Db, token: string) =>
  db
    .selectFrom('payments as p')
    .where('p.token', '=', token)
    .select(['p.id', 'p.payer_user_id'])
    .select((eb) =>
      eb
        .selectFrom('payment_items as i')
        .whereRef('i.payment_id', '=', 'p.id')
        .select(sql<number[]>`array_agg(i.registration_id order by i.registration_id)`.as('ids'))
        .as('registrationIds'),
    )
    .$narrowType<{ registrationIds: number[] }>()
    .executeTakeFirst()
