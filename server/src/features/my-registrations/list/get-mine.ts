import { calendarFile } from '#contract/calendar.ts'
import { pickupWords } from '#contract/event/pickup-words.ts'
import { placeWords } from '#contract/event/place-words.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { Deps } from '#server/deps.ts'
import { presentPickup } from '#server/features/event/kit-pickup.ts'
import { getRefundSettings, withdrawalRule } from '#server/features/fees/refund-settings/queries.ts'
import { listAnswers } from '#server/features/registration/answers/queries.ts'
import { AppError } from '#server/lib/errors.ts'
import { presentMine } from './present.ts'
import {
  findCalendarEntry,
  findMine,
  findRight,
  listAcceptances,
  listPayments,
  listRefunds,
} from './queries.ts'

interface Input {
  userId: number
  registrationId: number
}

/** Throws 404 for another account's registration. */
export async function getMine(deps: Deps, { userId, registrationId }: Input): Promise<MyRegistration> {
  const row = await findMine(deps.db, userId, registrationId)
  if (!row) throw new AppError('not_found')
  const [acceptances, answers, right, payments, refunds, settings] = await Promise.all([
    listAcceptances(deps.db, registrationId),
    listAnswers(deps.db, registrationId),
    findRight(deps.db, registrationId),
    listPayments(deps.db, registrationId),
    listRefunds(deps.db, registrationId),
    getRefundSettings(deps.db, row.enterprise_id),
  ])
  const rule = withdrawalRule(settings)
  const context = {
    publicUrl: deps.config.publicUrl,
    retention: deps.config.retention,
    now: deps.clock.now(),
  }
  return presentMine({ row, acceptances, answers, right, payments, refunds, rule }, context)
}

/** An iCalendar file. Throws 404 for another account's registration. */
export async function getMyCalendar(deps: Deps, { userId, registrationId }: Input): Promise<string> {
  const entry = await findCalendarEntry(deps.db, userId, registrationId)
  if (!entry) throw new AppError('not_found')
  const { publicUrl } = deps.config
  const pickup = presentPickup(entry.kit_pickup)
  const kit = pickup && pickupWords(pickup)
  return calendarFile({
    uid: `inscricao-${entry.id}@${new URL(publicUrl).hostname}`,
    title: entry.title,
    description: [`Inscrição de ${entry.name}`, kit && `Entrega do kit: ${kit}`].filter(Boolean).join('\n'),
    location: placeWords(entry),
    url: `${publicUrl}/events/${entry.slug}`,
    startsAt: entry.starts_at,
    stampedAt: entry.updated_at,
  })
}
