import type { Deps } from '#server/deps.ts'
import { ANSWER_FILE } from '#server/features/account/domain/sent-file.ts'
import { PRIVATE_FOLDERS, PUBLIC_FOLDERS } from '#server/lib/files.ts'
import { daysBefore } from '#server/retention-config.ts'
import { deleteUnusedUploads, selectKnownStems } from './queries.ts'

type SweepDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config'>

const BATCH = 200
/** Common to an upload and its resized copies. Files with other names stay. */
const STEM = /^\w+\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const UNFINISHED = /\.part$/

/** docs/algorithms/files.md. Safe to run at any time and concurrently. */
export async function removeUnusedFiles(deps: SweepDeps): Promise<{ files: number; uploads: number }> {
  const before = daysBefore(deps.clock.now(), deps.config.retention.unusedFiles)
  const files = await removeLostFiles(deps, before)
  const uploads = await deleteUnusedUploads(deps.db, before)
  // An event that is being saved may still reference its pictures, so only answer files are removed now.
  for (const { path } of uploads.filter(({ purpose }) => purpose === ANSWER_FILE))
    await deps.files.remove(path)
  return { files, uploads: uploads.length }
}

async function removeLostFiles(deps: SweepDeps, before: Date): Promise<number> {
  let removed = 0
  for (const folder of [...PUBLIC_FOLDERS, ...PRIVATE_FOLDERS]) {
    let batch: string[] = []
    for await (const { path, changedAt } of deps.files.list(folder)) {
      if (changedAt < before) batch.push(path)
      if (batch.length < BATCH) continue
      removed += await removeLost(deps, batch)
      batch = []
    }
    removed += await removeLost(deps, batch)
  }
  return removed
}

async function removeLost({ db, files }: SweepDeps, paths: string[]): Promise<number> {
  const stems = paths.flatMap((path) => STEM.exec(path)?.[0] ?? [])
  const known = stems.length > 0 ? await selectKnownStems(db, [...new Set(stems)]) : new Set()
  const lost = paths.filter((path) => {
    const stem = STEM.exec(path)?.[0]
    return UNFINISHED.test(path) || (stem !== undefined && !known.has(stem))
  })
  for (const path of lost) await files.remove(path)
  return lost.length
}
