// The queries of a runner's list and page of registrations; they share the columns of both.

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { IsoDate } from '#contract/dates.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import { DEFERRAL_CREDIT_DAYS } from '#contract/my-registrations/deferral.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { StoredCourse } from '#server/features/event/domain/course.ts'
import { pickupColumn, questionsOf, sellerColumn, sha256Of, today } from '#server/features/event/queries.ts'
import { UNDO_MS } from '#server/features/payment/domain/undo-offer.ts'
import { changeList } from '#server/features/registration/changes/queries.ts'
import { moneyColumns } from '#server/features/registration/queries/money.ts'
import { refunds } from '#server/features/registration/queries/refunds.ts'
import {
  cancellationColumns,
  confirmation,
  creditCents,
  effectivePayment,
  guardian,
  hasMovedMoney,
  itemRefunds,
  itemShare,
  priceLines,
  takenTypes,
  undoColumns,
} from '#server/features/registration/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { isDeferred } from '../defer/queries.ts'
import { hasChangeCredit } from '../refund-choice/queries.ts'
import { returnedFee } from '../return/queries.ts'
import { teamColumn } from '../team/queries.ts'
import { transferColumns } from '../transfer/queries.ts'

interface MineFilter {
  title?: string | undefined
  from?: IsoDate | undefined
  to?: IsoDate | undefined
}

const mine = (db: Db, userId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.responsible_user_id', '=', userId)

const filtered = (db: Db, userId: number, { title, from, to }: MineFilter) =>
  mine(db, userId)
    .$if(Boolean(title), (query) =>
      query.where(sql<boolean>`position(searchable(${title}) in searchable(e.title)) > 0`),
    )
    .$if(from !== undefined, (query) => query.where('e.event_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('e.event_on', '<=', to ?? ''))

export async function countMine(db: Db, userId: number, filter: MineFilter): Promise<number> {
  const { total } = await filtered(db, userId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

type MineQuery = ReturnType<typeof mine>

const withRow = (query: MineQuery) =>
  query
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .leftJoin('cities as y', 'y.ibge_id', 'e.city_id')
    .leftJoin('uploads as image', 'image.path', 'e.image_path')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .select(['r.id', 'r.name', 'r.status', 'c.name as category_name', 'y.name as city', 'e.state_code'])
    .select([
      'e.id as event_id',
      'e.slug',
      'e.title',
      'e.event_on',
      'e.start_time',
      'e.timezone',
      'e.start_place',
    ])
    .select(['e.registration_ends_on', 'p.status as payment_status', 'p.token'])
    .select(undoColumns)
    .select(sql<number | null>`p.amount_cents + ${movedAway('p.payment_id', 'r.id')}`.as('amount_cents'))
    .leftJoin('payments as w', 'w.id', 'p.payment_id')
    .select(['w.installments', 'w.interest_cents', 'w.due_on', 'w.expires_at'])
    .select(sql<number | null>`w.amount_cents + w.interest_cents`.as('charged_cents'))
    .select(peopleOf('w.id').as('people'))
    .select(sql<boolean>`coalesce(w.payer_user_id <> r.responsible_user_id, false)`.as('is_by_captain'))
    .select(['p.type as payment_type', 'e.image_path', 'image.picture', lacksBankData.as('lacks_bank_data')])
    .select([awaitsChoice.as('awaits_choice'), creditFrom, confirmation, guardian])
    .select(['r.total_cents', priceLines, ...moneyColumns])

export type MineRow = Awaited<ReturnType<typeof listMine>>[number]

/** SQL: a refund of registration `r` waits for the bank account or Pix key of its account. */
const lacksBankData = sql<boolean>`exists (
  select from refunds f join payments w on w.id = f.payment_id
  where f.registration_id = r.id and w.payer_user_id = r.responsible_user_id
    and (f.status = 'sent' and f.request_url is not null or f.pix_asked_at is not null and f.pix_key is null)
)`

/** SQL: the money of registration `r` waits for its runner's decision. */
const awaitsChoice = sql<boolean>`exists (
  select from refund_choices h where h.registration_id = r.id and h.choice is null and h.kind in ('event_cancelled', 'late')
)`

/**
 * SQL: the same person's registration for a cancelled event, a deferred one, or one changed to a cheaper kit, whose
 * money may pay for `r`.
 */
const creditFrom = sql<number | null>`(
  select o.id from registrations o
  join events oe on oe.id = o.event_id
  left join refund_choices h on h.registration_id = o.id and h.choice is null
  left join event_cancellations n on n.event_id = o.event_id and n.new_event_id = r.event_id
  where o.responsible_user_id = r.responsible_user_id and o.cpf = r.cpf and r.status <> ${code.registration.cancelled}
    and (h.kind = 'event_cancelled' and n.event_id is not null
      or oe.organizer_id = e.organizer_id and oe.id <> e.id and (h.kind = 'deferred'
        or o.status = ${code.registration.confirmed} and o.price_lines @> '[{"kind": "credit"}]'
        and oe.event_on + ${DEFERRAL_CREDIT_DAYS}::int >= e.event_on
        and not exists (
          select from payment_moves v where v.from_registration_id = o.id and v.to_registration_id = r.id
        )))
  order by o.id limit 1
)`.as('credit_from')

export interface ChargedPerson {
  id: number
  name: string
  amount_cents: number
}

/** SQL: the registrations that a payment pays for; null without a payment. */
const peopleOf = (paymentId: string) => sql<ChargedPerson[] | null>`(
  select json_agg(json_build_object('id', o.id, 'name', o.name, 'amount_cents', t.amount_cents) order by o.id)
  from payment_items t join registrations o on o.id = t.registration_id
  where t.payment_id = ${sql.ref(paymentId)} and t.amount_cents > 0
)`

/** SQL: the amount paid for a registration that now pays for one on the event's new date. */
const movedAway = (paymentId: string, registrationId: string) => sql`(
  select coalesce(sum(v.amount_cents), 0)::int from payment_moves v
  where v.from_registration_id = ${sql.ref(registrationId)} and v.payment_id = ${sql.ref(paymentId)}
)`

/** SQL: the runner may undo the cancellation of registration `r`, as `undoOffer` says. */
const isUndoable = (now: Date) => sql<boolean>`(
  r.cancel_reason = 'participant' and r.cancelled_at > ${new Date(now.getTime() - UNDO_MS)}
  and e.status = ${code.event.open} and ${today(now)} <= least(e.registration_ends_on, e.event_on)
  and not ${hasMovedMoney}
)`

/**
 * SQL: 0 for registrations that require an action, 1 for registrations of coming races and for cancellations that
 * can be undone, 2 for the others.
 */
const phase = (now: Date) => sql<number>`case
  when ${lacksBankData} or ${awaitsChoice} then 0
  when ${isUndoable(now)} then 1
  when r.status = ${REGISTRATION_STATUS.cancelled} or e.event_on < ${today(now)} then 2
  when r.status = ${REGISTRATION_STATUS.pending} or p.status in (${code.payment.pending}, ${code.payment.refused}, ${code.payment.rejected}) then 0
  else 1 end`

interface Page {
  page: number
  perPage: number
  now: Date
}

/** Sorted by phase: the first two with the next race first, the last with the latest race first. */
export const listMine = (db: Db, userId: number, filter: MineFilter, { page, perPage, now }: Page) =>
  withRow(filtered(db, userId, filter))
    .orderBy(phase(now))
    .orderBy(sql`case when ${phase(now)} < 2 then e.event_on end`)
    .orderBy('e.event_on', 'desc')
    .orderBy('r.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()

export const findMine = (db: Db, userId: number, registrationId: number) =>
  withRow(mine(db, userId).where('r.id', '=', registrationId))
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .leftJoin('uploads as drawn', 'drawn.path', 'm.course_path')
    .innerJoin('kits as k', 'k.id', 'r.kit_id')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('users as u', (join) =>
      join.on(
        'u.id',
        '=',
        sql<number>`coalesce((select payer_user_id from payments where id = p.payment_id), r.responsible_user_id)`,
      ),
    )
    .leftJoin('shirt_sizes as s', 's.id', 'r.shirt_size_id')
    .select(['r.cpf', 'r.phone', 'r.birth_on', 'r.sex', 'r.created_at', 'r.confirmed_at'])
    .select(['m.course_path', sql<StoredCourse | null>`drawn.course`.as('course')])
    .select(['m.name as modality_name', 'k.name as kit_name', 's.name as size_name', creditCents])
    .select(['e.enterprise_id', 'r.modality_id', 'r.category_id', 'r.kit_id'])
    .select((eb) => questionsOf(eb.ref('e.id')))
    .select(cancellationColumns)
    .select(['e.changes_until', changeList, pickupColumn.as('kit_pickup')])
    .select(['e.returns_until', 'e.returns_fee_cents', 'r.kept_cents', returnedFee])
    .select(['e.deferral_until', 'e.deferral_fee_cents', isDeferred, ...transferColumns])
    .select(['r.responsible_user_id', 'e.teams_until', teamColumn])
    .select(
      sql<boolean>`(${hasChangeCredit} or exists (
        select from refund_choices h where h.registration_id = r.id and h.kind <> 'returned'
      ))`.as('has_choice'),
    )
    .select(['o.fantasy_name', 'o.cnpj', 'o.phone as organizer_phone', sellerColumn, takenTypes])
    .select([
      'u.name as payer_name',
      sql<string | null>`case when u.id = r.responsible_user_id then u.cpf end`.as('payer_cpf'),
    ])
    .executeTakeFirst()

export const listAcceptances = (db: Db, registrationId: number) =>
  db
    .selectFrom('term_acceptances as a')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .where('a.registration_id', '=', registrationId)
    .orderBy('a.term_id')
    .select(['a.term_id as id', 'v.name', 'v.version', 'v.description', 'v.kind'])
    .select(['a.accepted_at', 'a.revoked_at', sha256Of(sql.ref('v.description')).as('sha256')])
    .$narrowType<{ kind: TermKind }>()
    .execute()

/** The claim to a discount by right; of several, the one that was not rejected. */
export const findRight = (db: Db, registrationId: number) =>
  db
    .selectFrom('right_claims as c')
    .innerJoin('right_rules as x', 'x.id', 'c.right_rule_id')
    .innerJoin('right_versions as v', (join) =>
      join.onRef('v.right_rule_id', '=', 'c.right_rule_id').onRef('v.version', '=', 'c.version'),
    )
    .where('c.registration_id', '=', registrationId)
    .orderBy((eb) => eb('c.status', '=', 'rejected'))
    .orderBy('c.created_at', 'desc')
    .select(['v.name', 'v.declaration', 'x.proof', 'c.status', 'c.proof_due_on', 'c.proof_sent_at'])
    .select('c.review_reason')
    .limit(1)
    .$narrowType<{ status: NonNullable<MyRegistration['right']>['status'] }>()
    .executeTakeFirst()

/** Newest first, each with its earlier statuses. */
export const listPayments = (db: Db, registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .innerJoinLateral(itemRefunds, (join) => join.onTrue())
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.type', 'p.status', 'p.token', 'p.paid_at', 'p.due_on'])
    .select(sql<number>`i.amount_cents + ${movedAway('p.id', 'i.registration_id')}`.as('amount_cents'))
    .select(sql<Date | null>`coalesce(i.moved_at, p.paid_at)`.as('counted_at'))
    .select(['p.duplicate_of', 'p.expires_at'])
    .select(sql<number>`p.amount_cents + p.interest_cents`.as('charged_cents'))
    .select(['p.installments', 'p.interest_cents'])
    .select(
      sql<boolean>`p.payer_user_id <> (select responsible_user_id from registrations where id = i.registration_id)`.as(
        'is_by_captain',
      ),
    )
    .select(sql<number>`i.amount_cents - refunds.refunded_cents`.as('net_cents'))
    .select(itemShare.as('share_cents'))
    .select((eb) => [
      peopleOf('p.id').as('people'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_events as h')
          .whereRef('h.payment_id', '=', 'p.id')
          .where('h.applied', '=', true)
          .where('h.to_status', 'is not', null)
          .orderBy('h.id')
          // In JSON an instant is text.
          .select([sql<number>`h.to_status`.as('status'), sql<string>`h.at`.as('at')]),
      ).as('history'),
    ])
    .execute()

export const listRefunds = (db: Db, registrationId: number) =>
  refunds(db)
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .where('r.id', '=', registrationId)
    .select(sql<boolean>`p.payer_user_id <> r.responsible_user_id`.as('is_to_captain'))
    .orderBy('f.id', 'desc')
    .execute()

export const findCalendarEntry = (db: Db, userId: number, registrationId: number) =>
  mine(db, userId)
    .where('r.id', '=', registrationId)
    .leftJoin('cities as y', 'y.ibge_id', 'e.city_id')
    .select(pickupColumn.as('kit_pickup'))
    .select(['r.id', 'r.name', 'r.updated_at', 'e.title', 'e.slug', 'e.start_place'])
    .select(['y.name as city', 'e.state_code as state'])
    .select(sql<Date>`(e.event_on + e.start_time) at time zone e.timezone`.as('starts_at'))
    .executeTakeFirst()
