import { toFieldErrors } from '#contract/errors.ts'
import type { EventDraft } from '#contract/event-management/event-document.ts'
import { eventProblems } from '#contract/event-management/event-rules.ts'
import { findCity, timezoneOf } from '#server/features/city/queries.ts'
import { feePolicy } from '#server/features/fees/domain/fees.ts'
import { findEffectiveFees } from '#server/features/fees/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

export interface EventCity {
  id: number | null
  name: string | null
  timezone: string
}

const NOWHERE: EventCity = { id: null, name: null, timezone: 'America/Sao_Paulo' }

/** Throws 422 with every problem that can be found without the stored event; returns the event's city. */
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
