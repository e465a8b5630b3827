import type { FieldProblem } from '#contract/errors.ts'
import type { EventDraft } from '#contract/organizer-event.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError, refuse } from '#server/lib/errors.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '#server/lib/upload.ts'
import { bytesOfDataUrl } from '../../account/domain/sent-file.ts'
import { UPLOADS_BY_USER, uploadFile } from '../uploads/upload-file.ts'
import type { EventDocument } from './domain/document.ts'
import { type FilePurpose, filesOf, storedPaths, withPaths } from './domain/files.ts'
import { findPublicFiles } from './queries.ts'

type FileDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'rateLimiter'>

const WRONG_KIND = 'Formato de arquivo não aceito.'
const isSent = (ref: string) => ref.startsWith('data:')
const isTooLarge = (dataUrl: string) => (bytesOfDataUrl(dataUrl)?.length ?? 0) > MAX_FILE_BYTES

/**
 * The draft with every file stored and named by its path. Runs before the transaction: what was stored for a save that
 * then fails belongs to nobody and disturbs nobody. Throws 413 for a file that is too large, 422 for paths that were never uploaded and files of other kinds.
 */
export async function resolveFiles(
  deps: FileDeps,
  { caller, draft, stored }: { caller: Caller; draft: EventDraft; stored: EventDocument | null },
): Promise<EventDraft> {
  const known = stored ? storedPaths(stored) : new Set()
  const unknown = filesOf(draft).filter(({ ref }) => !known.has(ref))
  // Before any of them is stored.
  for (const { field, ref } of unknown) if (isSent(ref) && isTooLarge(ref)) throw fileTooLarge(field)
  const uploaded = await findPublicFiles(
    deps.db,
    unknown.map(({ ref }) => ref).filter((ref) => !isSent(ref)),
  )
  const paths = new Map<string, string>()
  const problems: FieldProblem[] = []
  for (const { field, ref, purpose } of unknown) {
    if (isSent(ref)) {
      const path = paths.get(purpose + ref) ?? (await store(deps, caller, ref, purpose))
      if (path) paths.set(purpose + ref, path)
      else problems.push({ field, message: WRONG_KIND })
      continue
    }
    const file = uploaded.get(ref)
    if (!file) problems.push({ field, message: 'Arquivo não encontrado. Envie-o de novo.' })
    else if (!file.isPicture && purpose !== 'route') problems.push({ field, message: WRONG_KIND })
  }
  refuse(problems)
  return withPaths(draft, (ref, purpose) => paths.get(purpose + ref) ?? ref)
}

/** The path a data URL was stored at; null when it holds nothing that is taken for the purpose. */
async function store(
  deps: FileDeps,
  { userId }: Caller,
  dataUrl: string,
  purpose: FilePurpose,
): Promise<string | null> {
  const bytes = bytesOfDataUrl(dataUrl)
  if (!bytes) return null
  await deps.rateLimiter.consume(UPLOADS_BY_USER, String(userId))
  return uploadFile(deps, { bytes, purpose, userId }).catch((error) => {
    if (error instanceof AppError && error.code === 'unsupported_media') return null
    throw error
  })
}
