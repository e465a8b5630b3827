import type { PublicEvent } from '#contract/event.ts'
import type { Draft } from './draft.ts'

/** A yes to a question that asks for a file wants one. */
export const wantsFile = (
  { id, attach_file }: PublicEvent['questionnaires'][number],
  draft: Pick<Draft, 'answers'>,
): boolean => attach_file === 1 && draft.answers[id] === true
