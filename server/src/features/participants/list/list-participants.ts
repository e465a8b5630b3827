import type { z } from 'zod'
import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import {
  type Answered,
  MOST_SORTED,
  type ParticipantRow,
  type listParticipants as route,
} from '#contract/participants.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Result } from '#server/lib/http.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { describeAnswers, describeRegistration, presentCancellation } from '../present.ts'
import { listAcceptances, listAnswers } from '../queries.ts'
import { findPage, getListedEvent, type ListedRow, listRows } from './queries.ts'

interface Asked {
  caller: Caller
  eventId: number
  query: z.output<typeof route.query>
}

/** A page of an event's participants, with the event's totals. Throws 404 for an event out of the caller's reach. */
export async function listParticipants(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { caller, eventId, query }: Asked,
): Promise<Result<typeof route>> {
  await getReachedEvent(db, caller, eventId)
  const { page, per_page: perPage, sort: by = 'id', order, ...filter } = query
  const sorting = { by, descending: order ? order === 'desc' : by === 'id' }
  const [event, found] = await Promise.all([
    getListedEvent(db, eventId),
    findPage(db, eventId, filter, { offset: (page - 1) * perPage, limit: perPage }, sorting),
  ])
  const pages = pageMeta(page, perPage, found.total)
  const [rows, acceptances, answers] = await Promise.all([
    listRows(db, found.ids),
    listAcceptances(db, found.ids),
    listAnswers(db, found.ids),
  ])
  const context = { publicUrl: config.publicUrl, caller, now: clock.now() }
  return {
    data: rows.map((row) => ({
      ...presentRow(row, event, context),
      ...describeAnswers(row.id, acceptances, answers),
    })),
    meta: {
      ...pages,
      last_page: by === 'id' ? pages.last_page : Math.min(pages.last_page, Math.ceil(MOST_SORTED / perPage)),
      total_participants_registered: found.registered,
      total_paid_participants: found.paid,
      total_valor_paid_participants: toDecimal(found.paid_cents),
      total_free_participants: found.free,
      total_participants_confirmed: found.confirmed,
      total_participants_pending: found.pending,
      total_participants_canceled: found.registered - found.confirmed - found.pending,
    },
    extra: {
      event: { id: event.id, title: event.title, modalities: event.modalities, products: event.products },
    },
  }
}

interface ListedEvent {
  title: string
  registration_ends_on: IsoDate
  timezone: string
}

function presentRow(
  row: ListedRow,
  event: ListedEvent,
  context: { publicUrl: string; caller: Caller; now: Date },
): Omit<ParticipantRow, keyof typeof Answered> {
  const described = describeRegistration(row, context.publicUrl)
  const { payment } = described
  return {
    ...described,
    category: { id: row.category_id, name: row.category_name, modality: row.modality_name },
    payments: payment ? [payment] : [],
    event: { title: event.title, end_date: toBrazilianDate(event.registration_ends_on), payment },
    ...presentCancellation({ ...row, has_payment: payment !== null }, event, context),
    cancellation_requested: row.is_cancellation_requested,
  }
}
