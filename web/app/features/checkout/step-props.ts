import type { DraftAction } from './draft-reducer.ts'
import { fieldOf, type Problems, type WizardState } from './problems.ts'

/** What every step of the wizard is given. */
export interface StepProps {
  state: WizardState
  problems: Problems
  change: (action: DraftAction) => void
}

/**
 * What is wrong with somebody's field. While the buyer's choice holds for everybody, what is wrong with theirs is said at the
 * buyer's.
 */
export function problemAt(
  { state, problems }: Pick<StepProps, 'state' | 'problems'>,
  who: number,
  field: string,
): string | undefined {
  const own = problems[fieldOf(who, field)]
  if (own || who > 0 || !state.draft.sameForAll) return own
  return state.order.participants.map((one) => problems[fieldOf(one.who, field)]).find(Boolean)
}
