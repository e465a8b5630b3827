import { sql } from 'kysely'
import type { ConsentKind } from '#contract/account.ts'
import type { Db } from '#server/lib/db.ts'

export async function findOrganizer(db: Db, userId: number) {
  return db
    .selectFrom('organizers')
    .select(['fantasy_name', 'corporate_reason', 'cnpj', 'responsible', 'phone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function selectConsentHistory(db: Db, userId: number) {
  return db
    .selectFrom('consents')
    .select([sql<ConsentKind>`kind`.as('kind'), 'version', 'granted', 'at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function selectEmailChanges(db: Db, userId: number) {
  return db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email', 'requested_at', 'verified_at', 'undone_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function selectKnownDevices(db: Db, userId: number) {
  return db
    .selectFrom('known_devices')
    .select('last_used_at')
    .where('user_id', '=', userId)
    .orderBy('last_used_at')
    .execute()
}

export async function selectSessionHistory(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'expires_at', 'revoked_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function selectSecurityEvents(db: Db, userId: number) {
  return db
    .selectFrom('security_events')
    .select(['at', 'kind', 'ip', 'times'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Everything somebody is responsible for: their own registrations and those of the participants they brought. */
export async function selectRegistrations(db: Db, userId: number) {
  return db
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .innerJoin('modalities', 'modalities.id', 'r.modality_id')
    .innerJoin('categories', 'categories.id', 'r.category_id')
    .innerJoin('kits', 'kits.id', 'r.kit_id')
    .leftJoin('shirt_sizes', 'shirt_sizes.id', 'r.shirt_size_id')
    .leftJoin('coupons', 'coupons.id', 'r.coupon_id')
    .select([
      'r.id',
      'r.name',
      'r.cpf',
      'r.phone',
      'r.email',
      'r.birth_on',
      'r.sex',
      'r.status',
      'r.value_cents',
      'r.discount_cents',
      'r.fee_cents',
      'r.total_cents',
      'r.created_at',
      'r.confirmed_at',
      'r.cancelled_at',
      'events.title as event',
      'events.event_on',
      'modalities.name as modality',
      'categories.name as category',
      'kits.name as kit',
      'shirt_sizes.name as shirt_size',
      'coupons.code as coupon',
    ])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('r.id')
    .execute()
}

export async function selectAcceptedTerms(db: Db, userId: number) {
  return db
    .selectFrom('term_acceptances as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .select(['a.registration_id', 'v.name', 'a.version', 'a.accepted_at'])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('a.term_id')
    .execute()
}

export async function selectAnswers(db: Db, userId: number) {
  return db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .select(['a.registration_id', 'a.question', 'a.accepted', 'a.file_path'])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('a.questionnaire_id')
    .execute()
}

export async function selectPayments(db: Db, userId: number) {
  return db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .innerJoin('registrations as r', 'r.id', 'i.registration_id')
    .select([
      'i.registration_id',
      'p.type',
      'p.status',
      'i.amount_cents',
      'p.due_on',
      'p.paid_at',
      'p.created_at',
    ])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('p.id')
    .execute()
}
