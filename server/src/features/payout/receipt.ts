import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { isPdf } from '#server/features/account/domain/sent-file.ts'
import { AppError } from '#server/lib/errors.ts'
import { encodeDocument } from '#server/lib/images.ts'
import type { Scope } from './queries/organizers.ts'
import { getPayout } from './queries/payouts.ts'

/** The content tells PDF from image. Throws 415 for other content. */
export async function keepReceipt({ files }: Pick<Deps, 'files'>, bytes: Buffer): Promise<string> {
  const pdf = isPdf(bytes)
  const path = `receipts/${randomUUID()}.${pdf ? 'pdf' : 'jpg'}`
  await files.write(path, pdf ? bytes : await encodeDocument(bytes))
  return path
}

/** Throws 404 outside the scope, and for a payout without a receipt. */
export async function readReceipt(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  scope: Scope,
  id: number,
): Promise<{ path: string; bytes: Buffer }> {
  const { receipt_path: path } = await getPayout(db, scope, id)
  const bytes = path === null ? null : await files.read(path)
  if (path === null || bytes === null) throw new AppError('not_found')
  return { path, bytes }
}
