import { toFieldErrors } from '#contract/errors.ts'
import { eventProblems } from '#contract/event-rules.ts'
import type { EventDraft } from '#contract/organizer-event.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { findCity, timezoneOf } from '../../city/queries.ts'
import { feePolicy } from '../../fees/domain/fees.ts'
import { findEffectiveFees } from '../../fees/queries.ts'

export interface EventCity {
  id: number | null
  name: string | null
  timezone: string
}

/** Of a draft that does not say where it is yet. */
const NOWHERE: EventCity = { id: null, name: null, timezone: 'America/Sao_Paulo' }

/** Throws 422 with every problem of a draft that does not depend on what is stored; answers the event's city. */
export async function checkDraft(
  db: Db,
  draft: EventDraft,
  whose: { organizerId: number; enterpriseId: number },
  kind: { isDraft: boolean },
): Promise<EventCity> {
  const problems = eventProblems(draft, feePolicy(await findEffectiveFees(db, whose)), kind)
  const { city: name, state: stateCode } = draft
  const city = name && stateCode ? await findEventCity(db, { name, stateCode }) : NOWHERE
  if (!city) problems.push({ field: 'city', message: 'Cidade não encontrada neste estado.' })
  if (!city || problems.length > 0) throw new AppError('validation', { errors: toFieldErrors(problems) })
  return city
}

async function findEventCity(
  db: Db,
  { name, stateCode }: { name: string; stateCode: string },
): Promise<EventCity | null> {
  const city = await findCity(db, { ibge: null, name, stateCode })
  const timezone = city && (await timezoneOf(db, city.id))
  return timezone ? { id: city.id, name: city.nome, timezone } : null
}
