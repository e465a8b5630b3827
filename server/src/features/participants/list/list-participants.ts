import type { z } from 'zod'
import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import {
  type Answered,
  MOST_SORTED,
  type ParticipantRow,
  type listParticipants as route,
} from '#contract/participants/participants.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Result } from '#server/lib/http.ts'
import { describeAnswers, describeRegistration, presentCancellation } from '../present.ts'
import { listAcceptances, listAnswers } from '../queries.ts'
import { findPage } from './queries/page.ts'
import { getListedEvent, type ListedRow, listRows } from './queries/rows.ts'

interface ListRequest {
  caller: Caller
  eventId: number
  query: z.output<typeof route.query>
}

export async function listParticipants(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { caller, eventId, query }: ListRequest,
): Promise<Result<typeof route>> {
  await getAccessibleEvent(db, caller, eventId)
  const { page, per_page: perPage, sort: by = 'id', order, ...filter } = query
  const sorting = { by, descending: order ? order === 'desc' : by === 'id' }
  const [event, matching] = await Promise.all([
    getListedEvent(db, eventId),
    findPage(db, eventId, filter, { offset: (page - 1) * perPage, limit: perPage }, sorting),
  ])
  const pages = pageMeta(page, perPage, matching.total)
  const [rows, acceptances, answers] = await Promise.all([
    listRows(db, matching.ids),
    listAcceptances(db, matching.ids),
    listAnswers(db, matching.ids),
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
      total_participants_registered: matching.registered,
      total_paid_participants: matching.paid,
      total_valor_paid_participants: toDecimal(matching.paid_cents),
      total_free_participants: matching.free,
      total_participants_confirmed: matching.confirmed,
      total_participants_pending: matching.pending,
      total_participants_canceled: matching.registered - matching.confirmed - matching.pending,
    },
    extra: {
      event: {
        id: event.id,
        title: event.title,
        modalities: event.modalities,
        products: event.products,
        groups: event.groups,
      },
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
