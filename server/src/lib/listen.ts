import pg from 'pg'
import type { Logger } from 'pino'
import { type Db, poolOf } from './db.ts'
import { keepConnection } from './kept-connection.ts'

/**
 * Calls `onChange` whenever any process notifies `channel`, and once after each reconnection, since what was said
 * meanwhile is lost. Returns how to stop.
 */
export async function listenForChanges(
  db: Db,
  channel: string,
  onChange: () => void,
  log: Logger,
): Promise<() => Promise<void>> {
  // A pooled connection would be given away with the subscription still on it.
  const { stop } = await keepConnection(poolOf(db).options.connectionString ?? '', {
    purpose: 'changes',
    log,
    async prepare(client) {
      client.on('notification', onChange)
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      onChange()
    },
    beat: (client) => client.query('select 1'),
  })
  return stop
}
