import { sql } from 'kysely'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'
import { INSTALLMENTS } from '../../event/queries.ts'
import { INSTALLMENT_RATES } from '../../fees/installment-settings/queries.ts'
import { effectivePayment } from '../../registration/queries.ts'
import { hasBegun } from '../waiting-room/queries.ts'

/** How an event lets a card be charged, and whether its registrations have begun; undefined for an event that does not exist. */
export const findWizardTerms = (db: Db, eventId: number, at: Date) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select(INSTALLMENTS)
    .select(INSTALLMENT_RATES)
    .select(hasBegun(at).as('has_begun'))
    .executeTakeFirst()

/** The registration of the account's owner in the event, made by the account, with its effective payment. */
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
    .select(['r.id', 'r.status', 'p.token', 'p.status as payment_status'])
    .select(
      sql<number | null>`(select amount_cents + interest_cents from payments where id = p.payment_id)`.as(
        'amount_cents',
      ),
    )
    .executeTakeFirst()

/** The shirt size of the owner's latest registration with one, and the type of the account's latest payment. */
export const getLastChoice = (db: Db, userId: number) =>
  db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .select([
      sql<string | null>`(
        select s.name from registrations r join shirt_sizes s on s.id = r.shirt_size_id
        where r.responsible_user_id = u.id and r.cpf = u.cpf order by r.id desc limit 1
      )`.as('shirt_size'),
      sql<0 | 1 | 2 | null>`(
        select p.type from registrations r
        join payment_items i on i.registration_id = r.id
        join payments p on p.id = i.payment_id
        where r.responsible_user_id = u.id order by r.id desc, p.id desc limit 1
      )`.as('payment_type'),
    ])
    .executeTakeFirstOrThrow()
