import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { type Archive, openArchive } from '#server/lib/archive.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob, defineJob } from '#server/lib/jobs.ts'
import { lockAccounts } from '../queries.ts'
import { erase } from './erase.ts'
import { emptyAccount, lockIdentified } from './queries.ts'

// A restored backup has the people that were removed since it was made. So each removal is also noted outside the
// database, beside the files and in the archive of the write-ahead log, and repeated after a restore.

const FOLDER = 'erasures'

/** Ids and a time, no personal data. */
const Erasure = z.object({
  id: z.uuid(),
  account: z.int().nullable(),
  registrations: z.array(z.int()),
  /** The account lost its last role, and the audit log shows its name. */
  keeps_name: z.boolean(),
  at: z.iso.datetime(),
})
type Erasure = z.infer<typeof Erasure>

/** A file per removal, named by a random id: a repeated run writes the same, and nothing is ever overwritten. */
const noteErasureJob = defineJob('note-erasure', Erasure, async (deps, erasure) => {
  const text = JSON.stringify(erasure)
  await deps.files.write(`${FOLDER}/${erasure.id}.json`, text)
  await withArchive(deps.config, (archive) => archive.write(`${FOLDER}/${erasure.id}`, text))
})

export const noteErasure = (tx: Tx, erasure: Omit<Erasure, 'id' | 'at'> & { at: Date }): Promise<void> =>
  addJob(tx, noteErasureJob, { ...erasure, id: randomUUID(), at: erasure.at.toISOString() })

type ErasingDeps = Pick<Deps, 'db' | 'files'> & { config: Pick<Deps['config'], 'backupArchive'> }

/** Repeats all removals that were noted. Returns how many of them found personal data. */
export async function eraseAgain(deps: ErasingDeps): Promise<number> {
  let found = 0
  for (const erasure of await listErasures(deps)) if (await repeat(deps, erasure)) found += 1
  return found
}

async function listErasures({ files, config }: ErasingDeps): Promise<Erasure[]> {
  const found = new Map<string, Erasure>()
  const note = (text: Buffer | null) => {
    if (!text) return
    const erasure = Erasure.parse(JSON.parse(String(text)))
    found.set(erasure.id, erasure)
  }
  for await (const { path } of files.list(FOLDER)) if (path.endsWith('.json')) note(await files.read(path))
  await withArchive(config, async (archive) => {
    for await (const path of archive.list(FOLDER)) note(await archive.read(path))
  })
  return [...found.values()]
}

async function withArchive(
  { backupArchive }: ErasingDeps['config'],
  work: (archive: Archive) => Promise<void>,
): Promise<void> {
  if (!backupArchive) return
  const archive = await openArchive(backupArchive)
  await work(archive).finally(archive.close)
}

/**
 * After a restore, ids are assigned again, so the removal is repeated only for rows that existed at its time.
 */
async function repeat({ db }: ErasingDeps, erasure: Erasure): Promise<boolean> {
  const at = new Date(erasure.at)
  return transaction(db, async (tx) => {
    const registrationIds = await lockIdentified(tx, erasure.registrations, at)
    const [found] = erasure.account === null ? [] : await lockAccounts(tx, [erasure.account])
    const account = found && !found.anonymized_at && found.created_at <= at ? found : null
    if (!account && registrationIds.length === 0) return false
    if (account && erasure.keeps_name) await emptyAccount(tx, account.id, { name: account.name, at })
    await erase(tx, { account: erasure.keeps_name ? null : account, registrationIds, at })
    return true
  })
}

/** Enqueued by a restore, and run by the restore itself: a job in case its process dies in between. */
const eraseAgainJob = defineJob('erase-again', z.object({}), async (deps) => {
  await eraseAgain(deps)
})

export const ERASURE_JOBS = [noteErasureJob, eraseAgainJob] as const
