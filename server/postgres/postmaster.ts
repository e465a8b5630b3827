import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Cluster, ROLE } from './cluster.ts'
import { type LaunchOptions, launch, urlOf } from './launch.ts'

export const DATABASE = 'largada'
/** A fast shutdown closes connections and writes a checkpoint; after this time an immediate one follows. */
const STOP_MS = 30_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000

export interface Postmaster {
  url: string
  stop(): Promise<void>
}

/** Restarts PostgreSQL when it dies, until `stop` is called. */
export async function startPostmaster(
  cluster: Cluster,
  { log, ...options }: Pick<LaunchOptions, 'durable' | 'spool'> & { log: Logger },
): Promise<Postmaster> {
  let { child, port } = await launch(cluster, options)
  let stopping = false
  restartOnExit()
  await prepare(urlOf(cluster, port, 'postgres'))

  /** PostgreSQL recovers from a dead backend by itself, not from a dead postmaster (`kill -9`, disk full). */
  function restartOnExit(): void {
    child.once('exit', async (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'PostgreSQL ended by itself; starting it again')
      await startAgain()
      if (stopping) await end(child)
      else restartOnExit()
    })
  }

  /** Retries until it succeeds: on a full disk PostgreSQL cannot start before somebody frees space. */
  async function startAgain(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        child = (await launch(cluster, { ...options, port })).child
        return
      } catch (error) {
        log.fatal({ err: error, pauseMs }, 'PostgreSQL does not start again; it is tried again')
        await wait(pauseMs)
      }
    }
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
    // Errors go to the client only: even the first line of an error may quote personal data.
    await client.query(`alter role ${ROLE} set log_min_messages = log`)
  } finally {
    await client.end()
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(timer)
}
