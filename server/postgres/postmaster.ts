import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Cluster, ROLE } from './cluster.ts'
import { launch, urlOf } from './launch.ts'

export const DATABASE = 'largada'
/** PostgreSQL is asked to end by SIGINT ("fast"): no new connections, open ones cut, a checkpoint, gone. */
const STOP_MS = 30_000

export interface Postmaster {
  url: string
  stop(): Promise<void>
}

/** Keeps PostgreSQL running on one port until `stop`. */
export async function startPostmaster(
  cluster: Cluster,
  { durable, log }: { durable: boolean; log: Logger },
): Promise<Postmaster> {
  let { child, port } = await launch(cluster, { durable })
  let stopping = false
  revive()
  await prepare(urlOf(cluster, port, 'postgres'))

  /** It repairs itself when one of its processes dies; when the whole of it dies (out of memory, `kill -9`), this does. */
  function revive(): void {
    child.once('exit', async (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'PostgreSQL ended by itself; starting it again')
      try {
        child = (await launch(cluster, { durable, port })).child
        revive()
        if (stopping) await end(child)
      } catch (error) {
        log.fatal({ err: error }, 'PostgreSQL does not start again')
      }
    })
  }

  return {
    url: urlOf(cluster, port, DATABASE),
    async stop() {
      stopping = true
      await end(child)
    },
  }
}

async function prepare(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    // Sessions tell whoever asked what went wrong, and nobody else: even the first line of an error may quote what a person wrote.
    await client.query(`alter role ${ROLE} set log_min_messages = log`)
  } finally {
    await client.end()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(impatience)
}
