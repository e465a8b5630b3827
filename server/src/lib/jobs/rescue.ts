import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

const LOCK_CLASS = 7_210_432
const EVERY_MS = 15_000

/**
 * Gives back the jobs of processes that died: graphile-worker alone would leave them locked for four hours. Every process
 * holds an advisory lock on its worker's name for as long as it lives, and now and then looks for jobs locked by a
 * name that nobody holds.
 */
export function rescueJobs(pool: Pool, workerName: string, log: Logger): { stop(): Promise<void> } {
  let client: PoolClient | null = null

  async function look(): Promise<void> {
    try {
      client ??= await holdName(pool, workerName, () => {
        client = null
      })
      await client.query(RESCUE, [LOCK_CLASS])
    } catch (error) {
      log.warn({ err: error }, 'could not look for jobs of dead processes')
    }
  }

  let looking = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, EVERY_MS)

  return {
    async stop() {
      clearInterval(timer)
      await looking
      client?.release(true)
    },
  }
}

async function holdName(pool: Pool, workerName: string, onLost: () => void): Promise<PoolClient> {
  const client = await pool.connect()
  client.on('error', () => {
    onLost()
    client.release(true)
  })
  await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, workerName])
  return client
}

// Ten seconds: a process takes its first job a moment before it holds its name.
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
