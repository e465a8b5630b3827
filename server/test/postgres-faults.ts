import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, poolOf } from '#server/lib/db.ts'

const kill = (pid: number | undefined) => {
  if (pid) process.kill(pid, 'SIGKILL')
}

/**
 * Faults of PostgreSQL, to apply in turn: the server killed, one of its processes killed, and connections of
 * each kind terminated.
 */
export function postgresFaults(db: Db, clusterDir: string): (() => Promise<unknown>)[] {
  const end = (...purposes: string[]) =>
    poolOf(db).query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any ($1)',
      [purposes],
    )
  return [
    async () => kill(Number.parseInt(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'), 10)),
    () => end('largada-jobs'),
    () => end('largada-changes', 'largada-job-names'),
    async () => {
      const { rows } = await poolOf(db).query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'largada' and pid <> pg_backend_pid() limit 1",
      )
      kill(rows[0]?.pid)
    },
    () => end('largada-registrations'),
    () => end('largada', 'largada-jobs', 'largada-job-names', 'largada-registrations').catch(() => undefined),
  ]
}
