import pg from 'pg'
import type { Logger } from 'pino'
import { connectionOptions, endWhenSilent } from './connection.ts'

interface Kept {
  /** Of the connection, as `pg_stat_activity` and the log call it. */
  purpose: string
  log: Logger
  /** Done on every new connection before it counts as made: what was subscribed to or locked went with the one before. */
  prepare(client: pg.Client): Promise<void>
  /** Done now and then; that it is answered shows that somebody is there. */
  beat(client: pg.Client): Promise<unknown>
  beatMs?: number
  retryMs?: number
}

export interface KeptConnection {
  /** Null while it is lost. */
  client(): pg.Client | null
  stop(): Promise<void>
}

/** No answer within this time, and the connection counts as lost. */
const SILENT_MS = 5_000

/**
 * A connection of its own that is looked after and made again whenever it is lost, for what belongs to one connection: a subscription,
 * a lock. Throws when the first one cannot be made.
 */
export async function keepConnection(url: string, options: Kept): Promise<KeptConnection> {
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
    // Both may be told, and an error more than once.
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
    feel(client)
  }

  function feel(client: pg.Client): void {
    nextBeat = setTimeout(
      () =>
        beat(client).then(
          () => {
            if (client === current) feel(client)
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
    again()
  }

  function again(): void {
    if (!stopped) retry = setTimeout(() => connect().catch(again), retryMs)
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

/** It may be cut already, or never have been made. Over a lost network this takes as long as it takes: not to be waited for. */
const end = (client: pg.Client): Promise<void> => client.end().catch(() => undefined)
