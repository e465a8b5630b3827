import type pg from 'pg'
import type { Pool, PoolClient } from 'pg'
import { createPool } from '../db.ts'

export interface RunnerConnections {
  pool: Pool
  /** Ends all connections, also those that wait for an answer: nothing is sent any more, and no answer arrives. */
  end(): Promise<void>
}

/** The connections of one job runner. `onLost` is called for each that is lost, whether it is used or not. */
export function runnerConnections(
  url: string,
  max: number,
  onLost: (error: Error) => void,
): RunnerConnections {
  const pool = createPool(url, { max, purpose: 'jobs', onError: onLost })
  const used = new Set<PoolClient>()
  pool.on('acquire', (client) => {
    // Was being made when the pool ended.
    if (pool.ending) void endClient(client)
    else used.add(client)
  })
  pool.on('release', (_error, client) => used.delete(client))
  return {
    pool,
    async end() {
      const ended = pool.end()
      // The pool itself waits for these.
      for (const client of used) void endClient(client)
      await ended
    },
  }
}

/** `end` destroys a busy connection, and its queries fail. */
const endClient = (client: PoolClient): Promise<void> => (client as PoolClient & pg.Client).end()
