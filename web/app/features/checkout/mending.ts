import { type Problems, stepsOfProblems } from './problems.ts'

/** A refusal that concerns more than the step that is shown. */
export interface Mending {
  message: string
  /** The problems of other steps, where the message does not say them, or else what can be done. */
  details: readonly string[]
  /** Where they can be mended. */
  steps: readonly number[]
  /** The buyer is registered already. */
  isOwn: boolean
}

/** What is told below a step when an order is refused; null when the step's own fields say it all. */
export function mendingOf(message: string, problems: Problems, step: number, hint?: string): Mending | null {
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
  }
}
