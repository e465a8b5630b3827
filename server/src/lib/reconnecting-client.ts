import pg from 'pg'
import type { Logger } from 'pino'
import { connectionOptions, endWhenSilent } from './connection.ts'
import { type Db, directUrlOf } from './db.ts'

interface ClientOptions {
  purpose: string
  log: Logger
  /** Runs before a new connection is used: subscriptions and locks end with the previous one. */
  prepare(client: pg.Client): Promise<unknown>
  /** A missing response means that the connection is lost. */
  beat(client: pg.Client): Promise<unknown>
  beatMs?: number
  retryMs?: number
}

export interface ReconnectingClient {
  /** Null during a reconnection. */
  client(): pg.Client | null
  stop(): Promise<void>
}

const SILENT_MS = 5_000

/** A connection for session state such as LISTEN, reopened whenever lost. Throws when the first one fails. */
export async function connectForGood(url: string, options: ClientOptions): Promise<ReconnectingClient> {
  const { purpose, log, prepare, beat, beatMs = 10_000, retryMs = 1_000 } = options
  let current: pg.Client | null = null
  let nextBeat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function connect(): Promise<void> {
    const client = new pg.Client({
      ...connectionOptions(url, { purpose }),
      connectionTimeoutMillis: SILENT_MS,
    })
    endWhenSilent(client, SILENT_MS)
    // Both events may fire, 'error' more than once.
    client.on('error', (error) => lose(client, error))
    client.on('end', () => lose(client))
    try {
      await client.connect()
      await prepare(client)
    } catch (error) {
      void end(client)
      throw error
    }
    if (stopped) return end(client)
    current = client
    scheduleBeat(client)
  }

  function scheduleBeat(client: pg.Client): void {
    nextBeat = setTimeout(
      () =>
        beat(client).then(
          () => {
            if (client === current) scheduleBeat(client)
          },
          (error) => lose(client, error),
        ),
      beatMs,
    )
  }

  function lose(client: pg.Client, error?: Error): void {
    if (client !== current || stopped) return
    current = null
    clearTimeout(nextBeat)
    log.warn({ err: error, purpose }, 'lost a connection, making it again')
    void end(client)
    reconnect()
  }

  function reconnect(): void {
    if (!stopped) retry = setTimeout(() => connect().catch(reconnect), retryMs)
  }

  await connect()
  return {
    client: () => current,
    async stop() {
      stopped = true
      clearTimeout(retry)
      clearTimeout(nextBeat)
      const client = current
      current = null
      if (client) await end(client)
    },
  }
}

/** Never rejects. Do not await it for a lost connection: it may take long on a dead network. */
const end = (client: pg.Client): Promise<void> => client.end().catch(() => undefined)

/**
 * Calls `onChange` also after each reconnection, because notifications in between are lost. Returns a
 * function that stops listening.
 */
export async function listenForChanges(
  db: Db,
  channel: string,
  onChange: () => void,
  log: Logger,
): Promise<() => Promise<void>> {
  // Not a pooled connection, because the subscription would return to the pool with it.
  const { stop } = await connectForGood(directUrlOf(db), {
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
