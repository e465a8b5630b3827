import type pg from 'pg'
import type { Pool, PoolClient } from 'pg'
import { createPool } from '../db.ts'

export interface RunnerConnections {
  pool: Pool
  /** Also ends connections that wait for a response: afterwards nothing is sent or received. */
  end(): Promise<void>
}

/** `onLost` is called for each lost connection, idle or in use. */
export function runnerConnections(
  url: string,
  max: number,
  onLost: (error: Error) => void,
): RunnerConnections {
  const pool = createPool(url, { max, purpose: 'jobs', onError: onLost })
  const used = new Set<PoolClient>()
  pool.on('acquire', (client) => {
    // The connection was still being opened when the pool ended.
    if (pool.ending) void endClient(client)
    else used.add(client)
  })
  pool.on('release', (_error, client) => used.delete(client))
  return {
    pool,
    async end() {
      const ended = pool.end()
      // The pool waits for these connections but does not end them.
      for (const client of used) void endClient(client)
      await ended
    },
  }
}

/** `end` destroys a busy connection; its queries fail. */
const endClient = (client: PoolClient): Promise<void> => (client as PoolClient & pg.Client).end()
