import { ApiFailure } from '../../../api.ts'

/** The specification's sentence and, on a line of its own, why. */
export const problem = (sentence: string, failure: unknown): string =>
  failure instanceof ApiFailure ? [sentence, failure.message].filter(Boolean).join('\n') : sentence
