import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { findAnswerFile } from './queries.ts'

type FileDeps = Pick<Deps, 'db' | 'files'>

interface AnswerPlace {
  /** Of the registration. */
  id: number
  questionnaireId: number
}

export interface AnswerFile {
  path: string
  bytes: Buffer
}

/** The file sent with an answer of one's own; somebody else's is not found. */
export async function readMyAnswerFile(
  deps: FileDeps,
  userId: number,
  place: AnswerPlace,
): Promise<AnswerFile> {
  const answer = await getAnswer(deps, place)
  if (answer.userId !== userId) throw new AppError('not_found')
  return read(deps, answer.path)
}

/** The same for whoever acts on the event; that they may see its participants is the route's to know. */
export async function readAnswerFile(
  deps: FileDeps,
  caller: Caller,
  place: AnswerPlace,
): Promise<AnswerFile> {
  const answer = await getAnswer(deps, place)
  await getReachedEvent(deps.db, caller, answer.eventId)
  return read(deps, answer.path)
}

async function getAnswer({ db }: FileDeps, { id, questionnaireId }: AnswerPlace) {
  const answer = await findAnswerFile(db, { registrationId: id, questionnaireId })
  if (!answer) throw new AppError('not_found')
  return answer
}

async function read({ files }: FileDeps, path: string | null): Promise<AnswerFile> {
  const bytes = path === null ? null : await files.read(path)
  if (path === null || bytes === null) throw new AppError('not_found')
  return { path, bytes }
}
