import { sql } from 'kysely'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { installmentColumns } from '#server/features/event/queries.ts'
import { installmentRates } from '#server/features/fees/installment-settings/queries.ts'
import { effectivePayment } from '#server/features/registration/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { hasBegun } from '../waiting-room/queries.ts'

export const findWizardTerms = (db: Db, eventId: number, at: Date) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select(installmentColumns)
    .select(installmentRates)
    .select(hasBegun(at).as('has_begun'))
    .executeTakeFirst()

/** The registration that this account made for its own CPF. */
export const findOwnRegistration = (db: Db, userId: number, eventId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'r.responsible_user_id').onRef('u.cpf', '=', 'r.cpf'),
    )
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('u.id', '=', userId)
    .where('r.event_id', '=', eventId)
    .where('r.status', '<>', REGISTRATION_STATUS.cancelled)
    .select(['r.id', 'r.status', 'p.status as payment_status'])
    .select(
      sql<string | null>`(select token from payments where id = p.payment_id and payer_user_id = u.id)`.as(
        'token',
      ),
    )
    .select(
      sql<number | null>`(select amount_cents + interest_cents from payments where id = p.payment_id)`.as(
        'amount_cents',
      ),
    )
    .executeTakeFirst()

interface LastAnswer {
  questionnaire_id: number
  accepted: boolean
  value: string | null
}

/** What the owner chose and answered last, and the type of the account's latest payment. */
export const getLastChoice = (db: Db, userId: number, eventId: number) =>
  db
    .selectFrom('users as u')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('registrations as r')
          .innerJoin('modalities as m', 'm.id', 'r.modality_id')
          .innerJoin('categories as c', 'c.id', 'r.category_id')
          .innerJoin('kits as k', 'k.id', 'r.kit_id')
          .whereRef('r.responsible_user_id', '=', 'u.id')
          .whereRef('r.cpf', '=', 'u.cpf')
          .orderBy('r.id', 'desc')
          .limit(1)
          .select(['m.name as modality', 'c.name as category', 'k.name as product'])
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('u.id', '=', userId)
    .select(['last.modality', 'last.category', 'last.product'])
    .select([
      sql<string | null>`(
        select s.name from registrations r join shirt_sizes s on s.id = r.shirt_size_id
        where r.responsible_user_id = u.id and r.cpf = u.cpf order by r.id desc limit 1
      )`.as('shirt_size'),
      sql<PaymentType | null>`(
        select p.type from registrations r
        join payment_items i on i.registration_id = r.id
        join payments p on p.id = i.payment_id
        where r.responsible_user_id = u.id order by r.id desc, p.id desc limit 1
      )`.as('payment_type'),
      // A yes that asks for a file, and a file itself, must be sent again.
      sql<LastAnswer[]>`(
        select coalesce(json_agg(json_build_object('questionnaire_id', q.id, 'accepted', a.accepted, 'value', a.value)), '[]')
        from questionnaires q cross join lateral (
          select a.accepted, a.value from registrations r join questionnaire_answers a on a.registration_id = r.id
          where r.responsible_user_id = u.id and r.cpf = u.cpf and a.question = q.description and a.file_path is null
          order by r.id desc limit 1
        ) a
        where q.event_id = ${eventId} and q.status = ${ITEM_STATUS.active} and q.asked = 'order' and q.kind <> 'file'
      )`.as('answers'),
    ])
    .executeTakeFirstOrThrow()
