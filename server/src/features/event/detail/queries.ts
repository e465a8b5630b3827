// Over 250 lines: all that the page of a race shows is read by the queries of this file.
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { WITHDRAWAL } from '../../fees/refund-settings/queries.ts'
import type { StoredCourse } from '../domain/course.ts'
import {
  cancellationTiersOf,
  eventStatus,
  hasOffer,
  hasOrganizerPage,
  hasVacancy,
  INSTALLMENTS,
  isPublished,
  today,
} from '../queries.ts'

/** Stock of a row, and the level to refresh it by. */
const LEVEL = ['l.id as level_id', 'l.capacity', 'l.held'] as const

/**
 * Columns that cards and pages share: event, city, organizer, pictures, current state and the whole offer with stock.
 */
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
      .where('m.status', '=', 1)
      .select(['m.id', 'm.name', 'm.description', 'm.price_cents', 'm.status', 'm.course_path'])
      .select(sql<StoredCourse | null>`course.course`.as('course'))
      .select(LEVEL)
      .select((eb) =>
        jsonArrayFrom(
          db
            .selectFrom('categories as c')
            .innerJoin('stock_levels as l', 'l.id', 'c.stock_level_id')
            .where('c.modality_id', '=', eb.ref('m.id'))
            .select(['c.id', 'c.name', 'c.description', 'c.price_cents', 'c.route_path'])
            .select(LEVEL)
            .orderBy('c.position')
            .orderBy('c.id'),
        ).as('categories'),
      )
      .orderBy('m.position')
      .orderBy('m.id'),
  )

/** Kits on sale: in all categories, or in one of an active modality. */
const kitsOf = (db: Db, eventId: Expression<number>) =>
  jsonArrayFrom(
    db
      .selectFrom('kits as k')
      .innerJoin('stock_levels as l', 'l.id', 'k.stock_level_id')
      .where('k.event_id', '=', eventId)
      .where('k.status', '=', 1)
      .where(
        sql<boolean>`(k.category_ids = '{}' or exists (
          select from categories c join modalities m on m.id = c.modality_id
          where c.id = any (k.category_ids) and m.status = 1
        ))`,
      )
      .select([
        'k.id',
        'k.name',
        'k.description',
        'k.category_ids',
        'k.value_cents',
        'k.fee_type',
        'k.fee_rate',
        'k.is_increment',
        'k.image_path',
      ])
      .select(LEVEL)
      .select((eb) =>
        jsonArrayFrom(
          db
            .selectFrom('shirt_sizes as s')
            .innerJoin('stock_levels as l', 'l.id', 's.stock_level_id')
            .where('s.kit_id', '=', eb.ref('k.id'))
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

/** The cards of these events, in any order. */
export const listCards = (db: Db, now: Date, ids: readonly number[]) =>
  cards(db, now).where('e.id', 'in', ids).execute()

const hasQueue = sql<boolean>`exists (
  select from waiting_rooms w where w.event_id = e.id and w.is_marked
)`.as('has_queue')

/** What leads to the organizer's page. */
const ORGANIZER = [
  'e.organizer_id',
  'o.logo_path',
  'logo.picture as logo_picture',
  hasOrganizerPage.as('has_page'),
] as const

/** What changes without a new version: state, waiting room, what the organizer publishes of itself, the enterprise's rule of withdrawal, and stock. */
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
    .select(WITHDRAWAL)
    .select([today(now).as('today'), hasQueue])
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
 * By address an event is found once it was opened, by the secret of its preview before too. By id only a listed one is: ids are
 * consecutive, and who has not got the address of an unlisted event must not find it.
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

/** All public data of one event, listed or not. */
export const findPublicEvent = (db: Db, now: Date, { id }: { id: number }) =>
  cards(db, now)
    .leftJoin('uploads as logo', 'logo.path', 'o.logo_path')
    .leftJoin('refund_settings as w', 'w.enterprise_id', 'e.enterprise_id')
    .where('e.id', '=', id)
    .select(ORGANIZER)
    .select(WITHDRAWAL)
    .select(INSTALLMENTS)
    .select([
      'e.description',
      'e.rules',
      'e.regulation_url',
      'e.results_url',
      'e.disclosure_url',
      'e.map_url',
      'e.contact_email',
      'e.kit_delivery_on',
      'e.is_public',
      'e.version',
    ])
    .select(hasQueue)
    .select((eb) => [
      jsonArrayFrom(
        db
          .selectFrom('terms as t')
          .where('t.event_id', '=', eb.ref('e.id'))
          .where('t.status', '=', 1)
          .select(['t.id', 't.name', 't.description'])
          .orderBy('t.position')
          .orderBy('t.id'),
      ).as('terms'),
      jsonArrayFrom(
        db
          .selectFrom('questionnaires as q')
          .where('q.event_id', '=', eb.ref('e.id'))
          .where('q.status', '=', 1)
          .select([
            'q.id',
            'q.description',
            'q.attach_file',
            'q.kind',
            'q.required',
            'q.options',
            'q.modality_id',
          ])
          .orderBy('q.position')
          .orderBy('q.id'),
      ).as('questionnaires'),
      jsonArrayFrom(
        db
          .selectFrom('payment_methods as p')
          .where('p.event_id', '=', eb.ref('e.id'))
          .where('p.status', '=', 1)
          .select(['p.id', 'p.type'])
          .orderBy('p.type'),
      ).as('payment_methods'),
      cancellationTiersOf(eb.ref('e.id')),
    ])
    .executeTakeFirst()
