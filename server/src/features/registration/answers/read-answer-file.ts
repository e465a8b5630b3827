import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { seesHealthAnswers } from './health.ts'
import { findAnswerFile } from './queries.ts'

type FileDeps = Pick<Deps, 'db' | 'files'>

interface AnswerId {
  id: number
  questionnaireId: number
}

export interface AnswerFile {
  path: string
  bytes: Buffer
}

export async function readMyAnswerFile(
  deps: FileDeps,
  userId: number,
  answerId: AnswerId,
): Promise<AnswerFile> {
  const answer = await getAnswer(deps, answerId)
  if (answer.userId !== userId) throw new AppError('not_found')
  return read(deps, answer.path)
}

/** Audited, because the file may contain health data. The route checks the permission. */
export async function readAnswerFile(
  deps: FileDeps & Pick<Deps, 'clock'>,
  { caller, answerId, ip }: { caller: Caller; answerId: AnswerId; ip: string },
): Promise<AnswerFile> {
  const answer = await getAnswer(deps, answerId)
  await getAccessibleEvent(deps.db, caller, answer.eventId)
  if (answer.sensitive && !seesHealthAnswers(caller)) throw new AppError('not_found')
  const file = await read(deps, answer.path)
  await transaction(deps.db, (tx) =>
    audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: 'registration.answer_file_read',
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
