import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDb, createPool } from '#server/lib/db.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { startProduct } from '#test/product.ts'
import { fileIn, recount, settle } from '#test/recount.ts'
import { simulateUsers } from '#test/simulated-users.ts'
import { isRoot, runAs, systemAccount } from '../../server/postgres/run-as.ts'
import { until } from '../until.ts'
import { startPostgres } from './servers.ts'

const PEOPLE = 20

export const canRestoreToAPointInTime = (binaries: string): boolean =>
  existsSync(join(binaries, 'pg_basebackup'))

/**
 * Tests the point-in-time recovery of docs/operations.md: people register, a base backup is taken, more
 * people register, and then a table is emptied by mistake. A server created from the backup and the archived
 * WAL stops before the mistake. All registrations are there, and people can register again.
 * Returns the number of acknowledged registrations and the number of violations.
 */
export async function restoreToAPointInTime(binaries: string): Promise<[number, number]> {
  const account = isRoot() ? await systemAccount() : null
  const folder = await mkdtemp(join(tmpdir(), 'largada-point-in-time-'))
  await chmod(folder, 0o755)
  const [archive, base, files] = [join(folder, 'archive'), join(folder, 'base'), join(folder, 'files')]
  for (const path of [archive, base]) {
    await mkdir(path, { mode: 0o700 })
    if (account) await chown(path, account.uid, account.gid)
  }
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const first = await startPostgres({
      binaries,
      settings: {
        wal_level: 'replica',
        archive_mode: 'on',
        archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      },
    })
    stops.push(first.stop)
    const before = createDb(createPool(first.url, { max: 2 }))
    stops.push(() => before.destroy())
    const environment = { DATA_DIR: files }
    const product = await startProduct({ ...environment, DATABASE_URL: first.url })
    stops.push(() => product.end('SIGTERM'))

    const people = []
    for (let i = 0; i < PEOPLE; i++) people.push(await createUser(before))
    const users = simulateUsers(product.url, people, [await createEvent(before), await createEvent(before)])
    await until('everybody has registered for one of them', () => users.acknowledged.size >= PEOPLE)
    await runAs(account, join(binaries, 'pg_basebackup'), ['-D', base, '--checkpoint=fast', '-d', first.url])
    await until('everybody has registered', () => users.acknowledged.size === 2 * PEOPLE)
    await users.stop()
    await settle(before)
    const { at } = await moment(before)
    await sql`delete from participant_search`.execute(before)
    const { at: mistakeAt, log } = await moment(before)
    if ((await recount({ db: before, users, hasFile: fileIn(files) })).length === 0)
      throw new Error('the mistake was not noticed')
    await sql`select pg_switch_wal()`.execute(before)
    await until('the log is archived', () => existsSync(join(archive, log)))
    for (const stop of stops.splice(1).reverse()) await stop()

    await runAs(account, 'touch', [join(base, 'recovery.signal')])
    const second = await startPostgres({
      binaries,
      copyOf: base,
      settings: {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: at,
        recovery_target_action: 'promote',
      },
    })
    stops.push(second.stop)
    const after = createDb(createPool(second.url, { max: 2 }))
    stops.push(() => after.destroy())
    await until('it takes writes again', async () => {
      const { rows } = await sql<{ reads: boolean }>`select pg_is_in_recovery() as reads`.execute(after)
      return rows[0]?.reads === false
    })
    console.log(`the mistake was made until ${mistakeAt}; back at ${at}`)
    const again = await startProduct({ ...environment, DATABASE_URL: second.url })
    stops.push(() => again.end('SIGTERM'))
    const violations = await recount({ db: after, users, hasFile: fileIn(files) })
    const goesOn = simulateUsers(again.url, people.slice(0, 1), [await createEvent(after)])
    await until('registering goes on', () => goesOn.acknowledged.size === 1)
    await goesOn.stop()
    for (const violation of violations) console.error(violation)
    return [users.acknowledged.size, violations.length]
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

/** Returns the server's time and the WAL file that it is writing. */
async function moment(db: Parameters<typeof settle>[0]): Promise<{ at: string; log: string }> {
  const { rows } = await sql<{ at: string; log: string }>`
    select clock_timestamp()::text as at, pg_walfile_name(pg_current_wal_lsn()) as log`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no time')
  return row
}
