import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import type { PublicRight } from '#contract/event/event.ts'
import { toDecimal } from '#contract/money.ts'
import { left } from '../domain/availability.ts'
import { rightOf } from '../domain/rights.ts'
import type { EventRow } from './queries.ts'

export function presentRight(row: EventRow['rights'][number], eventOn: IsoDate): PublicRight {
  const { id, name, sex, min_age, max_age, starts_on, ends_on, rate, base, version, proof, ...right } =
    rightOf(row, eventOn)
  return {
    id,
    name,
    sex,
    min_age,
    max_age,
    starts_on: starts_on && toBrazilianDate(starts_on),
    ends_on: ends_on && toBrazilianDate(ends_on),
    rate: toDecimal(rate),
    base,
    declaration: row.declaration,
    version,
    proof,
    proof_due_on: right.proofDueOn && toBrazilianDate(right.proofDueOn),
    companion: right.companion,
    stackable: right.stackable,
    in_person: row.in_person,
    source_url: row.source_url,
    quantity: row.capacity,
    remaining: left(row),
  }
}
