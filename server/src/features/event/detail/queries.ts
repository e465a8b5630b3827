// The file has more than 250 lines because it holds all queries of a race's page.

import { type Expression, type ExpressionBuilder, type NotNull, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { RELAY_COLUMNS, type TeamRule } from '#contract/event/relay.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import { ELIGIBILITY_COLUMNS } from '#contract/pricing/eligibility.ts'
import { withdrawalColumns } from '#server/features/fees/refund-settings/queries.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { code } from '#server/lib/sql-codes.ts'
import type { StoredCourse } from '../domain/course.ts'
import {
  cancellationTiersOf,
  eventStatus,
  hasOffer,
  hasOrganizerPage,
  hasVacancy,
  installmentColumns,
  isPublished,
  pickupColumn,
  questionsOf,
  reservedUnits,
  rightsOf,
  sellerColumn,
  sha256Of,
  tiersOf,
  today,
} from '../queries.ts'

const LEVEL = ['l.id as level_id', 'l.capacity', 'l.held'] as const

/** The common columns of cards and pages. */
const cards = (db: Db, now: Date) =>
  db
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('stock_levels as l', 'l.id', 'e.stock_level_id')
    .leftJoin('cities as c', 'c.ibge_id', 'e.city_id')
    .leftJoin('uploads as image', 'image.path', 'e.image_path')
    .leftJoin('uploads as cover', 'cover.path', 'e.cover_path')
    .select([
      'e.id',
      'e.slug',
      'e.title',
      'e.event_on',
      'e.start_time',
      'e.registration_starts_on',
      'e.registration_ends_on',
      'e.timezone',
      'e.state_code',
      'c.name as city',
      'e.image_path',
      'e.cover_path',
      'image.picture as image_picture',
      'cover.picture as cover_picture',
      'o.fantasy_name',
      'o.public_phone',
      'l.capacity',
      'l.held',
    ])
    .select([
      eventStatus.as('status'),
      today(now).as('today'),
      hasVacancy.as('has_vacancy'),
      hasOffer.as('has_offer'),
      reservedUnits(now),
    ])
    .select((eb) => [
      modalitiesOf(db, eb.ref('e.id')).as('modalities'),
      kitsOf(db, eb.ref('e.id')).as('kits'),
    ])

const modalitiesOf = (db: Db, eventId: Expression<number>) =>
  jsonArrayFrom(
    db
      .selectFrom('modalities as m')
      .innerJoin('stock_levels as l', 'l.id', 'm.stock_level_id')
      .leftJoin('uploads as course', 'course.path', 'm.course_path')
      .where('m.event_id', '=', eventId)
      .where('m.status', '=', ITEM_STATUS.active)
      .where('m.name', '<>', '')
      .select(['m.id', 'm.name', 'm.description', 'm.status', 'm.course_path'])
      .select([...ELIGIBILITY_COLUMNS])
      .select(sql<StoredCourse | null>`course.course`.as('course'))
      .select(LEVEL)
      .select((eb) =>
        jsonArrayFrom(
          db
            .selectFrom('categories as c')
            .innerJoin('stock_levels as l', 'l.id', 'c.stock_level_id')
            .where('c.modality_id', '=', eb.ref('m.id'))
            .where('c.name', '<>', '')
            .select(['c.id', 'c.name', 'c.description', 'c.route_path', ...ELIGIBILITY_COLUMNS])
            .select(['c.legs', ...RELAY_COLUMNS])
            .$narrowType<{ team_rule: TeamRule }>()
            .select(LEVEL)
            .orderBy('c.position')
            .orderBy('c.id'),
        ).as('categories'),
      )
      .orderBy('m.position')
      .orderBy('m.id'),
  )

/** SQL: kit `k` is complete, and for all categories or for a category of an active modality. */
export const kitIsOffered = sql<boolean>`(
  k.status = ${code.item.active} and k.name <> '' and k.value_cents is not null and k.fee_rate is not null
  and (k.category_ids = '{}' or exists (
    select from categories c join modalities m on m.id = c.modality_id
    where c.id = any (k.category_ids) and m.status = ${code.item.active} and c.name <> '' and m.name <> ''
  ))
)`

const kitsOf = (db: Db, eventId: Expression<number>) =>
  jsonArrayFrom(
    db
      .selectFrom('kits as k')
      .innerJoin('stock_levels as l', 'l.id', 'k.stock_level_id')
      .where('k.event_id', '=', eventId)
      .where(kitIsOffered)
      .select([
        'k.id',
        'k.name',
        'k.description',
        'k.category_ids',
        'k.value_cents',
        'k.fee_type',
        'k.fee_rate',
        'k.is_increment',
        'k.shirt_cents',
        'k.image_path',
        ...ELIGIBILITY_COLUMNS,
      ])
      .$narrowType<{ value_cents: NotNull; fee_rate: NotNull }>()
      .select(LEVEL)
      .select((eb) => tiersOf(eb.ref('k.id')))
      .select((eb) =>
        jsonArrayFrom(
          db
            .selectFrom('shirt_sizes as s')
            .innerJoin('stock_levels as l', 'l.id', 's.stock_level_id')
            .where('s.kit_id', '=', eb.ref('k.id'))
            .where('s.name', '<>', '')
            .select(['s.id', 's.name', 's.width_cm', 's.length_cm'])
            .select(LEVEL)
            .orderBy('s.position')
            .orderBy('s.id'),
        ).as('sizes'),
      )
      .orderBy('k.position')
      .orderBy('k.id'),
  )

export type CardRow = Awaited<ReturnType<typeof listCards>>[number]

export const listCards = (db: Db, now: Date, ids: readonly number[]) =>
  cards(db, now).where('e.id', 'in', ids).execute()

const hasQueue = sql<boolean>`exists (
  select from waiting_rooms w where w.event_id = e.id and w.is_marked
)`.as('has_queue')

const ORGANIZER = [
  'e.organizer_id',
  'o.logo_path',
  'logo.picture as logo_picture',
  hasOrganizerPage.as('has_page'),
  sellerColumn,
] as const

/** What changes without a new version of the event. */
export const findLiveEvent = (db: Db, now: Date, by: EventName) =>
  db
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('stock_levels as l', 'l.id', 'e.stock_level_id')
    .leftJoin('uploads as logo', 'logo.path', 'o.logo_path')
    .leftJoin('refund_settings as w', 'w.enterprise_id', 'e.enterprise_id')
    .where(named(by))
    .select([
      'e.id',
      'e.version',
      eventStatus.as('status'),
      'o.fantasy_name',
      'o.public_phone',
      'l.capacity',
      'l.held',
    ])
    .select(ORGANIZER)
    .select(withdrawalColumns)
    .select([today(now).as('today'), hasQueue, reservedUnits(now)])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('stock_levels as l')
          .whereRef('l.event_id', '=', 'e.id')
          .where('l.kind', '<>', 'coupon')
          .select(LEVEL),
      ).as('levels'),
    )
    .executeTakeFirst()

/**
 * A slug finds an event once it was opened, the secret preview token also before. An id finds only listed
 * events, because ids are consecutive and unlisted events must not be discoverable.
 */
export type EventName = { id: number } | { slug: string } | { preview: string }

const named = (by: EventName) => (eb: ExpressionBuilder<DB & { e: DB['events'] }, 'e'>) =>
  'preview' in by
    ? eb('e.preview_token', '=', by.preview)
    : eb.and([
        isPublished,
        'slug' in by ? eb('e.slug', '=', by.slug) : eb.and({ 'e.id': by.id, 'e.is_public': true }),
      ])

export type EventRow = NonNullable<Awaited<ReturnType<typeof findPublicEvent>>>

/** Finds listed and unlisted events. Incomplete items of a draft are omitted. */
export const findPublicEvent = (db: Db, now: Date, { id }: { id: number }) =>
  cards(db, now)
    .leftJoin('uploads as logo', 'logo.path', 'o.logo_path')
    .leftJoin('refund_settings as w', 'w.enterprise_id', 'e.enterprise_id')
    .where('e.id', '=', id)
    .select(ORGANIZER)
    .select(withdrawalColumns)
    .select(installmentColumns)
    .select([
      'e.description',
      'e.rules',
      'e.regulation_url',
      'e.results_url',
      'e.disclosure_url',
      'e.map_url',
      'e.start_place',
      'e.contact_email',
      'e.kit_delivery_on',
      'e.groups_until',
      'e.is_public',
      'e.age_reference',
      'e.version',
    ])
    .select(hasQueue)
    .select(pickupColumn.as('kit_pickup'))
    .select((eb) => [
      jsonArrayFrom(
        db
          .selectFrom('terms as t')
          .where('t.event_id', '=', eb.ref('e.id'))
          .where('t.status', '=', ITEM_STATUS.active)
          .where('t.name', '<>', '')
          .where('t.description', '<>', '')
          .select(['t.id', 't.name', 't.description', 't.kind', 't.version'])
          .select(sha256Of(sql.ref('t.description')).as('sha256'))
          .$narrowType<{ kind: TermKind }>()
          .orderBy('t.position')
          .orderBy('t.id'),
      ).as('terms'),
      questionsOf(eb.ref('e.id')),
      jsonArrayFrom(
        db
          .selectFrom('payment_methods as p')
          .where('p.event_id', '=', eb.ref('e.id'))
          .where('p.status', '=', ITEM_STATUS.active)
          .select(['p.id', 'p.type'])
          .orderBy('p.type'),
      ).as('payment_methods'),
      rightsOf(eb.ref('e.id')),
      cancellationTiersOf(eb.ref('e.id')),
    ])
    .executeTakeFirst()
