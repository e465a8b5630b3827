import { sql } from 'kysely'
import { type MoneyChoice, moneySentence, type PaymentMoney } from '#contract/payment/money-sentence.ts'

/** SQL: the payments of registration `r`, for `moneyWords`. */
export const moneyColumns = [
  sql<PaymentMoney[]>`coalesce((
    select json_agg(json_build_object(
      'status', p.status, 'isDuplicate', p.duplicate_of is not null, 'amountCents', i.amount_cents,
      'refunds', coalesce((
        select json_agg(json_build_object('status', f.status, 'amountCents', f.amount_cents))
        from refunds f where f.payment_id = i.payment_id and f.registration_id = i.registration_id
      ), '[]')
    ) order by p.id)
    from payment_items i join payments p on p.id = i.payment_id where i.registration_id = r.id
  ), '[]')`.as('money_payments'),
  sql<number>`(
    select coalesce(sum(amount_cents), 0)::int from payment_moves where from_registration_id = r.id
  )`.as('moved_cents'),
  sql<MoneyChoice | null>`(
    select coalesce(choice, case when kind in ('deferred', 'returned') then kind else 'waiting' end)
    from refund_choices where registration_id = r.id
  )`.as('money_choice'),
] as const

export interface MoneyRow {
  status: number
  total_cents: number
  money_payments: PaymentMoney[]
  moved_cents: number
  money_choice: MoneyChoice | null
}

export const moneyWords = (row: MoneyRow): string =>
  moneySentence({
    status: row.status,
    totalCents: row.total_cents,
    payments: row.money_payments,
    movedCents: row.moved_cents,
    choice: row.money_choice,
  })
