import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import type { BankAccount } from '#contract/payout/bank-account.ts'
import type { Destination } from '#contract/payout/destination.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'

/** A condition on `organizers`: those whose payouts the caller handles. */
export type Scope = (eb: ExpressionBuilder<DB, 'organizers'>) => Expression<SqlBool>

export const ofEnterprise =
  (enterpriseId: number): Scope =>
  (eb) =>
    eb('organizers.enterprise_id', '=', enterpriseId)

export const ofOrganizer =
  (organizerId: number): Scope =>
  (eb) =>
    eb('organizers.id', '=', organizerId)

/** For jobs, which have no caller. */
export const ofAnyone: Scope = (eb) => eb.lit(true)

export const both =
  (one: Scope, other: Scope): Scope =>
  (eb) =>
    eb.and([one(eb), other(eb)])

export type OrganizerRow = Awaited<ReturnType<typeof listOrganizers>>[number]

export const listOrganizers = (db: Db, scope: Scope) =>
  db
    .selectFrom('organizers')
    .leftJoin('organizer_payout_settings as own', 'own.organizer_id', 'organizers.id')
    .leftJoin('payout_settings as common', 'common.enterprise_id', 'organizers.enterprise_id')
    .where('organizers.type', '=', ORGANIZER_TYPE.organizer)
    .where(scope)
    .select(['organizers.id', 'organizers.user_id', 'organizers.enterprise_id'])
    .select('organizers.fantasy_name as name')
    .select(['own.reserve_bp as own_rate', 'own.reserve_days as own_days'])
    .select(['common.reserve_bp as common_rate', 'common.reserve_days as common_days'])
    .select(['own.pix_key_type', 'own.pix_key', 'own.wallet_id', 'own.split_bp', 'organizers.cnpj'])
    .select(sql<BankAccount | null>`own.bank_account`.as('bank_account'))
    .select(['own.destination_saved_at', 'own.holder_confirmed_at'])
    .select(sql<Destination | null>`own.previous_destination`.as('previous_destination'))
    .select((eb) =>
      eb.selectFrom('users').whereRef('id', '=', 'organizers.user_id').select('cpf').as('owner_cpf'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('wallet_changes as change')
          .innerJoin('users as requester', 'requester.id', 'change.requested_by_user_id')
          .whereRef('change.organizer_id', '=', 'organizers.id')
          .select(['change.id', 'change.wallet_id', 'change.split_bp'])
          .select(['change.requested_at', 'requester.name as requester']),
      ).as('wallet_change'),
    )
    .orderBy('organizers.fantasy_name')
    .orderBy('organizers.id')
    .execute()

/** Throws 404 outside the scope. */
export async function getOrganizer(db: Db, scope: Scope): Promise<OrganizerRow> {
  const [organizer] = await listOrganizers(db, scope)
  if (!organizer) throw new AppError('not_found', { message: 'Organizador não encontrado.' })
  return organizer
}

/** Earliest race first. */
export const listEvents = (db: Db, organizerIds: readonly number[]) =>
  db
    .selectFrom('events')
    .where('organizer_id', 'in', organizerIds)
    .select(['id', 'title', 'event_on', 'timezone', 'organizer_id'])
    .orderBy('event_on')
    .orderBy('id')
    .execute()
