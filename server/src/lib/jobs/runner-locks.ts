import type { Client } from 'pg'
import type { Logger } from 'pino'
import { connectForGood } from '../reconnecting-client.ts'

/** The class of the advisory locks of living job runners. */
export const RUNNER_LOCKS = 7_210_432
const EVERY_MS = 15_000

/** Advisory locks on the names of this process's job runners. */
export interface RunnerLocks {
  hold(name: string): Promise<void>
  release(name: string): Promise<void>
  stop(): Promise<void>
}

interface Session {
  client: Client
  locked: Set<string>
}

/**
 * Releases the jobs of dead runners, which graphile-worker alone would leave locked for four hours. Each
 * process holds an advisory lock on the name of each of its runners. A job stays locked in two cases:
 *
 * - The process died. Every process regularly releases jobs locked by a name that has no advisory lock.
 * - The process is alive but a response was lost: the runner does not know of a job it was given, or could
 * not record its completion. Such a runner is replaced (`runner.ts`), and `release` unlocks all its jobs.
 */
export async function keepRunnerLocks(url: string, log: Logger): Promise<RunnerLocks> {
  const held = new Set<string>()
  const ended = new Set<string>()
  let session: Session | undefined
  /** The last queued operation: a connection runs one statement at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: (session: Session) => Promise<unknown>): Promise<unknown> => {
    const next = last.then(() => session && work(session))
    last = next.catch(() => undefined)
    return next
  }
  // `held` and `ended` may change at any time, even while a connection is being prepared, so the pending work
  // is always computed by comparing them with the session.
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
  const connection = await connectForGood(url, {
    purpose: 'job-names',
    log,
    prepare(client) {
      session = { client, locked: new Set() }
      return inTurn(updateAndReleaseDead)
    },
    beat: () => inTurn(updateAndReleaseDead),
    beatMs: EVERY_MS,
  })
  // A failed update is repeated by the next heartbeat, or by `prepare` of the next connection.
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
  // Shared, because PostgreSQL may keep the old session and its locks for a while after a lost connection.
  await client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    RUNNER_LOCKS,
    names,
  ])
  for (const name of names) locked.add(name)
}

async function releaseEnded({ client, locked }: Session, ended: Set<string>): Promise<void> {
  const names = [...ended]
  if (names.length === 0) return
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [names])
  // `releaseDead` finds a job that PostgreSQL gives to the runner after this point. Unlocking a name that
  // this session has not locked, because the runner ended during a reconnection, has no effect.
  await client.query('select pg_advisory_unlock_shared($1, hashtext(name)) from unnest($2::text[]) name', [
    RUNNER_LOCKS,
    names,
  ])
  for (const name of names) {
    locked.delete(name)
    ended.delete(name)
  }
}

const releaseDead = ({ client }: Session) => client.query(RELEASE_DEAD, [RUNNER_LOCKS])

// Ten seconds: a runner may take its first job just before its process holds the advisory lock.
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
