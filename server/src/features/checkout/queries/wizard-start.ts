import { sql } from 'kysely'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { installmentColumns } from '#server/features/event/queries.ts'
import { installmentRates } from '#server/features/fees/installment-settings/queries.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { hasBegun } from '../waiting-room/queries.ts'

/** By the id of the event; undefined if there is none. */
export const findWizardTerms = batchedBy(
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
    async (eventIds: number[]) => {
      const terms = await db
        .selectFrom('events as e')
        .where('e.id', 'in', [...new Set(eventIds)])
        .select('e.id')
        .select(installmentColumns)
        .select(installmentRates)
        .select(hasBegun(clock.now()).as('has_begun'))
        .execute()
      return eventIds.map((eventId) => terms.find(({ id }) => id === eventId))
    },
)

interface OwnRegistration {
  id: number
  status: number
  payment_status: number | null
  token: string | null
  amount_cents: number | null
}

interface LastAnswer {
  questionnaire_id: number
  accepted: boolean
  value: string | null
}

interface LastChoice {
  modality: string | null
  category: string | null
  product: string | null
  shirt_size: string | null
  payment_type: PaymentType | null
  answers: LastAnswer[]
}

/**
 * The registration for the event that an account made for its own CPF; what its owner chose and answered last,
 * and the type of the account's latest payment.
 */
export const getHistory = batchedBy((db: Db) => async (visits: { userId: number; eventId: number }[]) => {
  const { rows } = await sql<{ own: OwnRegistration | null; last: LastChoice }>`
    select to_json(own) as own, to_json(last) as last
    from unnest(${visits.map(({ userId }) => userId)}::bigint[], ${visits.map(({ eventId }) => eventId)}::bigint[])
      with ordinality as visit (user_id, event_id, nth)
    join users u on u.id = visit.user_id
    left join lateral (
      select r.id, r.status, p.status as payment_status,
        (select token from payments where id = p.payment_id and payer_user_id = u.id) as token,
        (select amount_cents + interest_cents from payments where id = p.payment_id) as amount_cents
      from registrations r left join lateral effective_payment(r.id) p on true
      where r.responsible_user_id = u.id and r.cpf = u.cpf and r.event_id = visit.event_id
        and r.status <> ${code.registration.cancelled}
      limit 1
    ) own on true
    left join lateral (
      select r.modality_id, r.category_id, r.kit_id from registrations r
      where r.responsible_user_id = u.id and r.cpf = u.cpf order by r.id desc limit 1
    ) chosen on true
    cross join lateral (
      select
        (select name from modalities where id = chosen.modality_id) as modality,
        (select name from categories where id = chosen.category_id) as category,
        (select name from kits where id = chosen.kit_id) as product,
        (
          select s.name from registrations r join shirt_sizes s on s.id = r.shirt_size_id
          where r.responsible_user_id = u.id and r.cpf = u.cpf order by r.id desc limit 1
        ) as shirt_size,
        (
          select p.type from registrations r
          join payment_items i on i.registration_id = r.id
          join payments p on p.id = i.payment_id
          where r.responsible_user_id = u.id order by r.id desc, p.id desc limit 1
        ) as payment_type,
        -- A yes that asks for a file, and a file itself, must be sent again.
        (
          select coalesce(json_agg(json_build_object('questionnaire_id', q.id, 'accepted', a.accepted, 'value', a.value)), '[]')
          from questionnaires q cross join lateral (
            select a.accepted, a.value from registrations r join questionnaire_answers a on a.registration_id = r.id
            where r.responsible_user_id = u.id and r.cpf = u.cpf and a.question = q.description and a.file_path is null
            order by r.id desc limit 1
          ) a
          where q.event_id = visit.event_id and q.status = ${ITEM_STATUS.active} and q.asked = 'order' and q.kind <> 'file'
        ) as answers
    ) last
    order by visit.nth`.execute(db)
  return rows
})
