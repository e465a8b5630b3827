import type { Client } from 'pg'
import type { Logger } from 'pino'
import { keepConnection } from '../kept-connection.ts'

const LOCK_CLASS = 7_210_432
const EVERY_MS = 15_000

/** The names under which the runners of this process hold their jobs. */
export interface Names {
  hold(name: string): Promise<void>
  /** Nobody works under it any more: what it still holds is given back. */
  release(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Gives back the jobs of runners that are gone: graphile-worker alone would leave them locked for four hours. For as long as a
 * runner lives, its process holds an advisory lock on its name, and now and then looks for jobs locked by a name that nobody
 * holds.
 */
export async function keepNames(url: string, log: Logger): Promise<Names> {
  const held = new Set<string>()
  /** Not held any more, and not given back yet. */
  const gone = new Set<string>()
  /** A connection takes one statement at a time. */
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
      await giveBack(client, gone)
      await rescue(client)
    },
    beat: (client) => inTurn(() => rescue(client)),
    beatMs: EVERY_MS,
  })
  // What fails because the connection is lost is made good by `prepare` of the next.
  async function attempt(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = connection.client()
    if (!client) return
    await inTurn(() => work(client)).catch((error) => log.warn({ err: error }, 'could not say who runs jobs'))
  }
  return {
    hold(name) {
      held.add(name)
      return attempt((client) => lock(client, [name]))
    },
    release(name) {
      held.delete(name)
      gone.add(name)
      return attempt((client) => giveBack(client, gone))
    },
    stop: connection.stop,
  }
}

// Shared: while the network is lost, PostgreSQL keeps the session before this one for a while.
const lock = (client: Client, names: string[]) =>
  client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    LOCK_CLASS,
    names,
  ])

async function giveBack(client: Client, gone: Set<string>): Promise<void> {
  const names = [...gone]
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [names])
  // What a runner should still take under it, without an answer that reached it, is found by `rescue`.
  await client.query('select pg_advisory_unlock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    LOCK_CLASS,
    names,
  ])
  for (const name of names) gone.delete(name)
}

const rescue = (client: Client) => client.query(RESCUE, [LOCK_CLASS])

// Ten seconds: a runner takes its first job a moment before its process holds its name.
const RESCUE = `
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
