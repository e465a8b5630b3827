import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { findAnswerFile } from './queries.ts'

type FileDeps = Pick<Deps, 'db' | 'files'>

interface AnswerId {
  /** The registration's id. */
  id: number
  questionnaireId: number
}

export interface AnswerFile {
  path: string
  bytes: Buffer
}

/** Reads the file of an answer in a registration of the user. Throws 404 for another account's registration. */
export async function readMyAnswerFile(
  deps: FileDeps,
  userId: number,
  answerId: AnswerId,
): Promise<AnswerFile> {
  const answer = await getAnswer(deps, answerId)
  if (answer.userId !== userId) throw new AppError('not_found')
  return read(deps, answer.path)
}

/**
 * Reads the file of an answer for a caller who may act on its event, and records it: it may concern health. The route checks the
 * permission to see participants.
 */
export async function readAnswerFile(
  deps: FileDeps & Pick<Deps, 'clock'>,
  { caller, answerId, ip }: { caller: Caller; answerId: AnswerId; ip: string },
): Promise<AnswerFile> {
  const answer = await getAnswer(deps, answerId)
  await getReachedEvent(deps.db, caller, answer.eventId)
  const file = await read(deps, answer.path)
  await transaction(deps.db, (tx) =>
    audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: 'registration.answer_file_read',
      entity: 'registration',
      entityId: answerId.id,
      eventId: answer.eventId,
      after: { questionnaire_id: answerId.questionnaireId },
      ip,
    }),
  )
  return file
}

async function getAnswer({ db }: FileDeps, { id, questionnaireId }: AnswerId) {
  const answer = await findAnswerFile(db, { registrationId: id, questionnaireId })
  if (!answer) throw new AppError('not_found')
  return answer
}

async function read({ files }: FileDeps, path: string | null): Promise<AnswerFile> {
  const bytes = path === null ? null : await files.read(path)
  if (path === null || bytes === null) throw new AppError('not_found')
  return { path, bytes }
}
