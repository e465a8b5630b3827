import type { Client } from 'pg'
import type { Logger } from 'pino'
import { keepConnection } from '../kept-connection.ts'

const LOCK_CLASS = 7_210_432
const EVERY_MS = 15_000

/** Advisory locks on the names of this process's job runners. */
export interface RunnerLocks {
  hold(name: string): Promise<void>
  /** Releases the lock and the jobs that the ended runner still holds. */
  release(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Releases the jobs of dead runners, which graphile-worker alone would keep locked for four hours. A process holds an advisory lock
 * on the name of each of its runners, and every process regularly releases jobs locked by a name without a lock.
 */
export async function keepRunnerLocks(url: string, log: Logger): Promise<RunnerLocks> {
  const held = new Set<string>()
  /** Ended, but not released in the database yet. */
  const ended = new Set<string>()
  /** A connection runs one statement at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  const connection = await keepConnection(url, {
    purpose: 'job-names',
    log,
    async prepare(client) {
      await lock(client, [...held])
      await releaseEnded(client, ended)
      await releaseDead(client)
    },
    beat: (client) => inTurn(() => releaseDead(client)),
    beatMs: EVERY_MS,
  })
  // After a lost connection `prepare` of the next one repeats what failed.
  async function attempt(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = connection.client()
    if (!client) return
    await inTurn(() => work(client)).catch((error) =>
      log.warn({ err: error }, 'could not update the locks of job runners'),
    )
  }
  return {
    hold(name) {
      held.add(name)
      return attempt((client) => lock(client, [name]))
    },
    release(name) {
      held.delete(name)
      ended.add(name)
      return attempt((client) => releaseEnded(client, ended))
    },
    stop: connection.stop,
  }
}

// Shared: after a lost connection PostgreSQL keeps the old session, with its locks, for a while.
const lock = (client: Client, names: string[]) =>
  client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    LOCK_CLASS,
    names,
  ])

async function releaseEnded(client: Client, ended: Set<string>): Promise<void> {
  const names = [...ended]
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [names])
  // A job that the runner takes after this, its answer lost, is found by `releaseDead`.
  await client.query('select pg_advisory_unlock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    LOCK_CLASS,
    names,
  ])
  for (const name of names) ended.delete(name)
}

const releaseDead = (client: Client) => client.query(RELEASE_DEAD, [LOCK_CLASS])

// Ten seconds: a runner takes its first job a moment before its process holds the lock.
const RELEASE_DEAD = `
  select graphile_worker.force_unlock_workers(array_agg(name))
  from (
    select distinct locked_by as name from graphile_worker.jobs where locked_at < now() - interval '10 seconds'
  ) as holders
  where not exists (
    select from pg_locks
    where locktype = 'advisory' and classid = $1::int::oid and objid::bigint = hashtext(name)::bigint & 4294967295
      and database = (select oid from pg_database where datname = current_database())
  )
  having count(*) > 0`
