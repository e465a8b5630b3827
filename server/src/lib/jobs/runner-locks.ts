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

interface Session {
  client: Client
  /** The names whose locks it holds. */
  locked: Set<string>
}

/**
 * Releases the jobs that nobody runs, which graphile-worker alone would keep locked for four hours. A process holds an advisory lock on
 * the name of each of its runners. A lock of a job stays behind in two ways:
 *
 * - The process died. Every process regularly releases jobs locked by a name without a lock.
 * - The process lives on, but an answer was lost: the runner does not know of a job it was given, or cannot record that it is done. Such
 *   a runner is replaced (`runner.ts`) and its name released here, with all jobs that it still holds.
 */
export async function keepRunnerLocks(url: string, log: Logger): Promise<RunnerLocks> {
  const held = new Set<string>()
  /** Ended, but not released in the database yet. */
  const ended = new Set<string>()
  let session: Session | undefined
  /** A connection runs one statement at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: (session: Session) => Promise<unknown>): Promise<unknown> => {
    const next = last.then(() => session && work(session))
    last = next.catch(() => undefined)
    return next
  }
  // `held` and `ended` may change at any moment, also while a connection is prepared: what has to be done is always found by comparing.
  async function update(session: Session): Promise<void> {
    await lock(
      session,
      [...held].filter((name) => !session.locked.has(name)),
    )
    await releaseEnded(session, ended)
  }
  async function updateAndReleaseDead(session: Session): Promise<void> {
    await update(session)
    await releaseDead(session)
  }
  const connection = await keepConnection(url, {
    purpose: 'job-names',
    log,
    prepare(client) {
      session = { client, locked: new Set() }
      return inTurn(updateAndReleaseDead)
    },
    beat: () => inTurn(updateAndReleaseDead),
    beatMs: EVERY_MS,
  })
  // What fails is repeated by the next beat, or when the connection was lost by `prepare` of the next one.
  const change = () =>
    inTurn(update).then(
      () => undefined,
      (error) => log.warn({ err: error }, 'could not update the locks of job runners'),
    )
  return {
    hold(name) {
      held.add(name)
      return change()
    },
    release(name) {
      held.delete(name)
      ended.add(name)
      return change()
    },
    stop: connection.stop,
  }
}

async function lock({ client, locked }: Session, names: string[]): Promise<void> {
  if (names.length === 0) return
  // Shared: after a lost connection PostgreSQL keeps the old session, with its locks, for a while.
  await client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    LOCK_CLASS,
    names,
  ])
  for (const name of names) locked.add(name)
}

async function releaseEnded({ client, locked }: Session, ended: Set<string>): Promise<void> {
  const names = [...ended]
  if (names.length === 0) return
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [names])
  // A job that PostgreSQL gives the runner after this, its answer lost, is found by `releaseDead`. Unlocking a name that this session
  // has not locked, because the runner ended while the connection was lost, changes nothing.
  await client.query('select pg_advisory_unlock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    LOCK_CLASS,
    names,
  ])
  for (const name of names) {
    locked.delete(name)
    ended.delete(name)
  }
}

const releaseDead = ({ client }: Session) => client.query(RELEASE_DEAD, [LOCK_CLASS])

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
