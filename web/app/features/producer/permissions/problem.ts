import { ApiFailure } from '../../../api.ts'

/** The specification's message and, on a line of its own, the server's reason. */
export const problem = (sentence: string, failure: unknown): string =>
  failure instanceof ApiFailure ? [sentence, failure.message].filter(Boolean).join('\n') : sentence
