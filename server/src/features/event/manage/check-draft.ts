import { toFieldErrors } from '#contract/errors.ts'
import { eventProblems } from '#contract/event-rules.ts'
import type { EventDraft } from '#contract/organizer-event.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { findCity, timezoneOf } from '../../city/queries.ts'
import { feePolicy } from '../../fees/domain/fees.ts'
import { findEffectiveFees } from '../../fees/queries.ts'

export interface Place {
  cityId: number
  city: string
  timezone: string
}

/** Throws 422 with everything a draft says that cannot be, whatever is stored; answers where the race is. */
export async function checkDraft(
  db: Db,
  draft: EventDraft,
  whose: { organizerId: number; enterpriseId: number },
): Promise<Place> {
  const problems = eventProblems(draft, feePolicy(await findEffectiveFees(db, whose)))
  const place = await findPlace(db, draft)
  if (!place) problems.push({ field: 'city', message: 'Cidade não encontrada neste estado.' })
  if (!place || problems.length > 0) throw new AppError('validation', { errors: toFieldErrors(problems) })
  return place
}

async function findPlace(db: Db, { city: name, state }: EventDraft): Promise<Place | null> {
  const city = await findCity(db, { ibge: null, name, stateCode: state })
  const timezone = city && (await timezoneOf(db, city.id))
  return timezone ? { cityId: city.id, city: city.nome, timezone } : null
}
