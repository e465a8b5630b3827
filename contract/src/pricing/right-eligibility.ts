import type { IsoDate } from '../dates.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import { type EligibilityRule, eligibleWords, ineligibility, type Runner } from './eligibility.ts'
import type { RightDiscount } from './right-rule.ts'

/** Who has a right, and when. Without a declaration it applies to everybody who meets the rule. */
export interface RightRule extends RightDiscount, EligibilityRule {
  status: number
  starts_on: IsoDate | null
  ends_on: IsoDate | null
  /** Runners claim it by accepting a declaration. */
  isDeclared: boolean
  /** The holder's companion has it too. */
  companion: boolean
}

interface RightContext {
  /** The day of the sale, in the event's time zone. Both days of a rule are included. */
  day: IsoDate
  /** The day on which ages count. */
  agesOn: IsoDate
  runner: Runner
  /** Claims it as the companion of a holder; the rule is about the holder. */
  isCompanion: boolean
}

/** Why a right does not apply to a participant; null when it does. Its quota is a stock level. */
export function rightProblem(
  right: RightRule | undefined,
  { day, agesOn, runner, isCompanion }: RightContext,
): string | null {
  if (right?.status !== ITEM_STATUS.active) return 'Este desconto não existe mais.'
  if (right.starts_on && day < right.starts_on) return `O desconto "${right.name}" ainda não está valendo.`
  if (right.ends_on && day > right.ends_on) return `O desconto "${right.name}" já terminou.`
  if (isCompanion) return right.companion ? null : `O desconto "${right.name}" não vale para acompanhante.`
  const reason = ineligibility(right, runner, agesOn)
  return reason && `O desconto "${right.name}" é para ${eligibleWords(right, agesOn)}; ${reason}.`
}

/** The rights that apply without a claim. */
export const automaticRights = <R extends RightRule>(
  rights: readonly R[],
  context: Omit<RightContext, 'isCompanion'>,
): R[] =>
  rights.filter(
    (right) => !right.isDeclared && rightProblem(right, { ...context, isCompanion: false }) === null,
  )
