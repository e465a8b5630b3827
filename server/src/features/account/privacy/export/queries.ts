// Over 250 lines: one query for each part of the export.

import { sql } from 'kysely'
import type { ConsentKind } from '#contract/account/account.ts'
import type { Choice, StoredChoiceKind } from '#contract/my-registrations/refund-choice.ts'
import type { RefundReason, RefundStatus } from '#contract/payment/refund.ts'
import type { Relationship } from '#contract/registration/minors.ts'
import { PERSON_COLUMNS, type PersonColumn } from '#contract/registration/person.ts'
import type { RightClaimStatus } from '#contract/registration/right-claim.ts'
import type { Db } from '#server/lib/db.ts'

// Columns are aliased to the keys of the exported file, in its order.

export const findOrganizer = (db: Db, userId: number) =>
  db
    .selectFrom('organizers')
    .select([
      'fantasy_name as nome_fantasia',
      'corporate_reason as razao_social',
      'cnpj',
      'responsible as responsavel',
      'phone as telefone',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const selectConsentHistory = (db: Db, userId: number) =>
  db
    .selectFrom('consents')
    .select(sql<ConsentKind>`kind`.as('tipo'))
    .select(['version as versao', 'granted as concedido', 'at as em', 'ip', 'user_agent as navegador'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export const selectEmailChanges = (db: Db, userId: number) =>
  db
    .selectFrom('email_changes')
    .select(['old_email as de', 'new_email as para', 'requested_at as pedida_em'])
    .select(['verified_at as confirmada_em', 'undone_at as desfeita_em'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** The lists of people with a coupon on which the account's CPF or verified e-mail address is. */
export const selectCouponLists = (db: Db, userId: number) =>
  db
    .selectFrom('users as u')
    .innerJoin('coupon_people as p', (join) =>
      join.on((eb) =>
        eb.or([
          eb('p.identity', '=', eb.ref('u.cpf')),
          eb.and([eb('p.identity', '=', eb.ref('u.email')), eb('u.email_verified_at', 'is not', null)]),
        ]),
      ),
    )
    .innerJoin('coupons as c', 'c.id', 'p.coupon_id')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .where('u.id', '=', userId)
    .orderBy('c.id')
    .orderBy('p.identity')
    .select(['e.title as evento', 'c.code as cupom', 'p.identity as dado'])
    .execute()

export const selectEventAlerts = (db: Db, userId: number) =>
  db
    .selectFrom('event_alerts as a')
    .innerJoin('events as e', 'e.id', 'a.event_id')
    .select(['e.title as evento', 'a.created_at as pedido_em', 'a.told_at as enviado_em'])
    .where('a.user_id', '=', userId)
    .orderBy('a.id')
    .execute()

/** Without the keys, which only log in. */
export const selectPasskeys = (db: Db, userId: number) =>
  db
    .selectFrom('passkeys')
    .select(['name as nome', 'created_at as adicionada_em', 'last_used_at as usada_em'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export const selectKnownDevices = (db: Db, userId: number) =>
  db
    .selectFrom('known_devices')
    .select('last_used_at as ultimo_login_em')
    .where('user_id', '=', userId)
    .orderBy('last_used_at')
    .execute()

export const selectSessionHistory = (db: Db, userId: number) =>
  db
    .selectFrom('sessions')
    .select(['created_at as aberta_em', 'last_used_at as usada_em', 'revoked_at as encerrada_em'])
    .select(['ip', 'user_agent as navegador'])
    .where('user_id', '=', userId)
    .where('opener_id', 'is', null)
    .orderBy('id')
    .execute()

export const selectSecurityEvents = (db: Db, userId: number) =>
  db
    .selectFrom('security_events')
    .select(['kind as tipo', 'at as em', 'ip', 'times as vezes'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute()

type PersonSelection = { [C in PersonColumn]: `r.${C} as ${(typeof PERSON_COLUMNS)[C]}` }[PersonColumn]
const PERSON = Object.entries(PERSON_COLUMNS).map(
  ([column, key]) => `r.${column} as ${key}` as PersonSelection,
)

export const selectRegistrations = (db: Db, userId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .innerJoin('modalities', 'modalities.id', 'r.modality_id')
    .innerJoin('categories', 'categories.id', 'r.category_id')
    .innerJoin('kits', 'kits.id', 'r.kit_id')
    .leftJoin('shirt_sizes', 'shirt_sizes.id', 'r.shirt_size_id')
    .leftJoin('coupons', 'coupons.id', 'r.coupon_id')
    .leftJoin('group_members', 'group_members.registration_id', 'r.id')
    .leftJoin('groups', 'groups.id', 'group_members.group_id')
    .leftJoin('team_members', 'team_members.registration_id', 'r.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id')
    .select([
      'r.id as numero',
      'events.title as evento',
      'events.event_on as data_do_evento',
      ...PERSON,
      'modalities.name as modalidade',
      'categories.name as categoria',
      'kits.name as kit',
      'shirt_sizes.name as tamanho',
      'coupons.code as cupom',
      'groups.name as grupo',
      'teams.name as equipe',
      'team_members.leg as trecho',
      'r.value_cents as valor',
      'r.discount_cents as desconto',
      'r.fee_cents as taxa',
      'r.total_cents as total',
      'r.status as situacao',
      'r.created_at as criada_em',
      'r.confirmed_at as confirmada_em',
      'r.cancelled_at as cancelada_em',
    ])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('r.id')
    .execute()

export const selectGroups = (db: Db, userId: number) =>
  db
    .selectFrom('groups')
    .innerJoin('events', 'events.id', 'groups.event_id')
    .select(['groups.name as nome', 'events.title as evento', 'groups.created_at as criado_em'])
    .where('captain_user_id', '=', userId)
    .orderBy('groups.id')
    .execute()

export const selectGroupInvitations = (db: Db, userId: number) =>
  db
    .selectFrom('group_invites as i')
    .innerJoin('users as u', 'u.email', 'i.email')
    .innerJoin('groups as g', 'g.id', 'i.group_id')
    .select(['g.name as grupo', 'i.name as nome', 'i.email', 'i.invited_at as convidado_em'])
    .where('u.id', '=', userId)
    .orderBy('i.id')
    .execute()

export const selectAcceptedTerms = (db: Db, userId: number) =>
  db
    .selectFrom('term_acceptances as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .select(['a.registration_id', 'v.name as termo', 'a.version as versao', 'a.accepted_at as em'])
    .select([sql<boolean>`v.kind = 'consent'`.as('opcional'), 'a.revoked_at as revogado_em'])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('a.term_id')
    .execute()

export const selectAnswers = (db: Db, userId: number) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .select(['a.registration_id', 'a.question as pergunta', 'a.file_path as anexo'])
    // A boolean, or the text of the answer.
    .select(sql<boolean | string>`coalesce(to_jsonb(a.value), to_jsonb(a.accepted))`.as('resposta'))
    .where('r.responsible_user_id', '=', userId)
    .where(sql<boolean>`not participant_confirmed(r.id)`)
    .orderBy('a.questionnaire_id')
    .execute()

export const selectSignatures = (db: Db, userId: number) =>
  db
    .selectFrom('guardian_signatures as s')
    .innerJoin('registrations as r', 'r.id', 's.registration_id')
    .select(['s.registration_id', 's.name as nome', 's.cpf', 's.email', 's.signed_at as em', 's.ip'])
    .select([sql<Relationship | null>`s.relationship`.as('quem'), 's.text as texto'])
    .select(sql<string>`encode(s.text_sha256, 'hex')`.as('sha256'))
    .where('r.responsible_user_id', '=', userId)
    .orderBy('s.role')
    .execute()

export const selectRights = (db: Db, userId: number) =>
  db
    .selectFrom('right_claims as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('right_versions as v', (join) =>
      join.onRef('v.right_rule_id', '=', 'c.right_rule_id').onRef('v.version', '=', 'c.version'),
    )
    .select([
      'c.registration_id',
      'v.name as direito',
      'v.declaration as declaracao',
      'c.created_at as pedido_em',
    ])
    .select([sql<RightClaimStatus>`c.status`.as('situacao'), 'c.proof_path as anexo'])
    .select(['c.reviewed_at as decidido_em', 'c.review_reason as motivo'])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('c.right_rule_id')
    .execute()

export const selectChanges = (db: Db, userId: number) =>
  db
    .selectFrom('registration_changes as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('categories', 'categories.id', 'c.category_id')
    .innerJoin('kits', 'kits.id', 'c.kit_id')
    .leftJoin('shirt_sizes', 'shirt_sizes.id', 'c.shirt_size_id')
    .select(['c.registration_id', 'c.created_at as pedida_em', 'c.ended_at as concluida_em'])
    .select([sql<'open' | 'applied' | 'ended'>`c.state`.as('situacao'), 'c.total_cents as total'])
    .select(['categories.name as categoria', 'kits.name as kit', 'shirt_sizes.name as tamanho'])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('c.id')
    .execute()

/** Deferrals, returned places, and other decisions about what was paid. */
export const selectMoneyChoices = (db: Db, userId: number) =>
  db
    .selectFrom('refund_choices as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .select(['c.registration_id', sql<StoredChoiceKind>`c.kind`.as('causa'), 'c.reason as motivo'])
    .select(['c.ends_on as ate', 'c.fee_cents as taxa', sql<Choice | null>`c.choice`.as('decisao')])
    .select('c.chosen_at as decidida_em')
    .where('r.responsible_user_id', '=', userId)
    .execute()

/** What the account transferred or received. */
export const selectTransfers = (db: Db, userId: number) =>
  db
    .selectFrom('transfers as t')
    .innerJoin('registrations as r', 'r.id', 't.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where((eb) => eb.or([eb('t.from_user_id', '=', userId), eb('t.to_user_id', '=', userId)]))
    .orderBy('t.id')
    .select(['e.title as evento', 't.created_at as convite_em', 't.accepted_at as aceita_em'])
    .select(['t.ended_at as terminada_em', sql<string>`t.state`.as('situacao')])
    .select((eb) => eb('t.from_user_id', '=', userId).$castTo<boolean>().as('eu_transferi'))
    .select(sql<string | null>`case when t.to_user_id = ${userId} then host(t.ip) end`.as('endereco_de_rede'))
    .execute()

/** Without the payments of a previous runner. */
export const selectPayments = (db: Db, userId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .innerJoin('registrations as r', 'r.id', 'i.registration_id')
    .select(['i.registration_id', 'p.type as forma', 'i.amount_cents as valor', 'p.status as situacao'])
    .select(['p.due_on as vencimento', 'p.paid_at as pago_em', 'p.created_at as criado_em'])
    .where('r.responsible_user_id', '=', userId)
    .where(
      sql<boolean>`not exists (
        select from transfers t where t.registration_id = r.id and t.state = 'done'
          and t.from_user_id = p.payer_user_id and t.from_user_id <> r.responsible_user_id
      )`,
    )
    .orderBy('p.id')
    .execute()

export const selectRefunds = (db: Db, userId: number) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .select(['f.registration_id', 'f.asked_at as pedida_em', 'f.done_at as concluida_em'])
    .select([
      sql<number>`f.amount_cents + f.interest_cents`.as('valor'),
      sql<RefundReason>`f.reason`.as('motivo'),
      sql<RefundStatus>`f.status`.as('situacao'),
    ])
    .where('r.responsible_user_id', '=', userId)
    .orderBy('f.id')
    .execute()
