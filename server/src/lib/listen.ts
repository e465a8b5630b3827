import pg from 'pg'
import type { Logger } from 'pino'
import { type Db, poolOf } from './db.ts'

const RETRY_MS = 1_000

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
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function connect(): Promise<void> {
    // Its own connection: a pooled one would be given away with the subscription still on it.
    const next = new pg.Client(poolOf(db).options)
    next.on('notification', onChange)
    next.on('error', (error) => {
      log.warn({ err: error, channel }, 'lost the channel of changes, connecting again')
      reconnect()
    })
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
    onChange()
  }

  function reconnect(): void {
    client = null
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(() => connect().catch(reconnect), RETRY_MS)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end()
  }
}
