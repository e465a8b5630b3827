import type { Cents } from '#contract/money.ts'
import { type Problems, stepsOfProblems } from './problems.ts'

/** A refusal that cannot be shown completely at the fields of the current step. */
export interface RefusalActions {
  message: string
  /** The problems of other steps that the message does not mention, and the hint, if any. */
  details: readonly string[]
  steps: readonly number[]
  isOwn: boolean
  /** The total with which the order can be placed again; null when something else must change. */
  newTotalCents: Cents | null
}

/** What to show below a step when an order is refused; null when the fields of that step show everything. */
export function refusalActionsOf(
  message: string,
  problems: Problems,
  step: number,
  hint?: string,
): RefusalActions | null {
  const steps = stepsOfProblems(problems).filter((other) => other !== step)
  if (steps.length === 0 && stepsOfProblems(problems).includes(step)) return null
  const elsewhere = Object.entries(problems).flatMap(([field, sentence]) =>
    stepsOfProblems({ [field]: sentence }).includes(step) ? [] : sentence,
  )
  return {
    message,
    details: [...new Set(hint ? [...elsewhere, hint] : elsewhere)].filter((said) => !message.includes(said)),
    steps,
    isOwn: problems.cpf !== undefined,
    newTotalCents: null,
  }
}
