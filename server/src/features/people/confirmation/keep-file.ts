import type { Identification } from '#contract/people/confirmation.ts'
import type { Deps } from '#server/deps.ts'
import {
  ANSWER_FILES_BY_USER,
  keepAnswerFile,
} from '#server/features/registration/answers/keep-answer-file.ts'
import { identify, openParticipant } from './identify.ts'

/** Throws as `identify`, and 415 unless it is an image or PDF. Returns its path. */
export async function keepConfirmationFile(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'rateLimiter'>,
  identification: Identification,
  { bytes, ip }: { bytes: Buffer; ip: string },
): Promise<string> {
  const { id } = await identify(deps, identification, ip, openParticipant)
  await deps.rateLimiter.consume(ANSWER_FILES_BY_USER, `registration:${id}`)
  return keepAnswerFile(deps, { bytes, userId: null })
}
