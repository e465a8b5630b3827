import { addDays, type IsoDate } from '#contract/dates.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { RightRule } from '#contract/pricing/right-eligibility.ts'
import type { RightBase } from '#contract/pricing/right-rule.ts'

interface RightRow {
  id: number
  name: string
  sex: number | null
  min_age: number | null
  max_age: number | null
  starts_on: IsoDate | null
  ends_on: IsoDate | null
  rate_bp: number
  base: string
  declaration: string | null
  version: number
  proof: string | null
  proof_days_before: number | null
  companion: boolean
  stackable: boolean
  status: number
  is_here: boolean
}

export function rightOf(
  row: RightRow,
  eventOn: IsoDate,
): RightRule & { version: number; proof: string | null; proofDueOn: IsoDate | null } {
  const { rate_bp, base, declaration, proof_days_before, is_here, status, ...right } = row
  return {
    ...right,
    // A rule of another place is as good as switched off.
    status: is_here ? status : ITEM_STATUS.inactive,
    rate: rate_bp,
    base: base as RightBase,
    isDeclared: declaration !== null,
    proofDueOn: row.proof === null ? null : addDays(eventOn, -(proof_days_before ?? 0)),
  }
}
