import type { FieldProblem } from '#contract/errors.ts'
import type { EventDraft } from '#contract/event-management/event-document.ts'
import type { Deps } from '#server/deps.ts'
import { bytesOfDataUrl } from '#server/features/account/domain/sent-file.ts'
import { type FileKind, findPublicFiles } from '#server/features/event/uploads/queries.ts'
import { UPLOADS_BY_USER, uploadFile } from '#server/features/event/uploads/upload-file.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError, refuse } from '#server/lib/errors.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '#server/lib/upload.ts'
import type { FilePurpose, Values } from './domain/column-kinds.ts'
import { columnsOf, type EventDocument, itemsOf } from './domain/document.ts'
import { ALL_LISTS, EVENT_COLUMNS } from './domain/lists.ts'

type FileDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'rateLimiter'>

const PICTURE: readonly FileKind[] = ['picture']
const ACCEPTED: Readonly<Record<FilePurpose, readonly FileKind[]>> = {
  cover: PICTURE,
  event: PICTURE,
  product: PICTURE,
  route: ['picture', 'pdf'],
  course: ['course'],
}
const WRONG_KIND = 'Formato de arquivo não aceito.'
const isSent = (ref: string) => ref.startsWith('data:')
const isTooLarge = (dataUrl: string) => (bytesOfDataUrl(dataUrl)?.length ?? 0) > MAX_FILE_BYTES

/**
 * Stores the files sent with a draft, before the transaction; `removeUnusedFiles` removes those of a failed
 * save. Throws 413 for a too large file, 422 for unknown paths and files of the wrong kind.
 */
export async function resolveFiles(
  deps: FileDeps,
  { caller, draft, stored }: { caller: Caller; draft: EventDraft; stored: EventDocument | null },
): Promise<(ref: string, purpose: FilePurpose) => string> {
  const known = storedPaths(stored)
  const unknown = filesOf(draft).filter(({ ref }) => !known.has(ref))
  // Checked before any of them is stored.
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
    else if (!ACCEPTED[purpose].includes(file.kind)) problems.push({ field, message: WRONG_KIND })
  }
  refuse(problems)
  return (ref, purpose) => paths.get(purpose + ref) ?? ref
}

/** Null when the content is not accepted for the purpose. */
async function store(
  deps: FileDeps,
  { userId }: Caller,
  dataUrl: string,
  purpose: FilePurpose,
): Promise<string | null> {
  const bytes = bytesOfDataUrl(dataUrl)
  if (!bytes) return null
  await deps.rateLimiter.consume(UPLOADS_BY_USER, String(userId))
  try {
    return (await uploadFile(deps, { bytes, purpose, userId })).path
  } catch (error) {
    if (error instanceof AppError && (error.code === 'unsupported_media' || purpose === 'course')) return null
    throw error
  }
}

interface FileField {
  field: string
  /** A storage path or a data URL. */
  ref: string
  purpose: FilePurpose
}

const filesOf = (draft: EventDraft): FileField[] => [
  ...filesIn(EVENT_COLUMNS, draft, ''),
  ...itemsOf(draft).flatMap(({ list, values, path }) => filesIn(list.columns, values, `${path}.`)),
]

const filesIn = (columns: object, values: Values, prefix: string): FileField[] =>
  columnsOf(columns).flatMap(([, [field, , { purpose }]]) =>
    purpose && values[field] ? [{ field: prefix + field, ref: String(values[field]), purpose }] : [],
  )

/** Already referenced by the stored event, so they need no check. */
function storedPaths(stored: EventDocument | null): ReadonlySet<unknown> {
  if (!stored) return new Set()
  const pathsIn = (columns: object, row: Values) =>
    columnsOf(columns).flatMap(([column, [, , { purpose }]]) => (purpose ? [row[column]] : []))
  return new Set([
    ...pathsIn(EVENT_COLUMNS, stored.event),
    ...ALL_LISTS.flatMap((list) => stored[list.name].flatMap((row) => pathsIn(list.columns, row))),
  ])
}
