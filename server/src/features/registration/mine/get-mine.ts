import { calendarFile } from '#contract/calendar.ts'
import type { MyRegistration } from '#contract/registration.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'

import { presentMine } from './present.ts'
import { findCalendarEntry, findMine, listAcceptances, listAnswers, listPayments } from './queries.ts'

interface Own {
  userId: number
  registrationId: number
}

/** A registration of one's own with all that belongs to it; somebody else's is not found. */
export async function getMine(deps: Deps, { userId, registrationId }: Own): Promise<MyRegistration> {
  const row = await findMine(deps.db, userId, registrationId)
  if (!row) throw new AppError('not_found')
  const [acceptances, answers, payments] = await Promise.all([
    listAcceptances(deps.db, registrationId),
    listAnswers(deps.db, registrationId),
    listPayments(deps.db, registrationId),
  ])
  return presentMine({ row, acceptances, answers, payments }, deps.clock.now())
}

/** The race of a registration of one's own, as an iCalendar file. */
export async function getMyCalendar(deps: Deps, { userId, registrationId }: Own): Promise<string> {
  const entry = await findCalendarEntry(deps.db, userId, registrationId)
  if (!entry) throw new AppError('not_found')
  const { publicUrl } = deps.config
  return calendarFile({
    uid: `inscricao-${entry.id}@${new URL(publicUrl).hostname}`,
    title: entry.title,
    description: `Inscrição de ${entry.name}`,
    location: [entry.city, entry.state_code].filter(Boolean).join(', '),
    url: `${publicUrl}/events/${entry.slug}`,
    startsAt: entry.starts_at,
    stampedAt: entry.updated_at,
  })
}
