import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Cluster, ROLE } from './cluster.ts'
import { launch, urlOf } from './launch.ts'

export const DATABASE = 'largada'
/** Time for a fast shutdown (SIGINT: closes connections, writes a checkpoint) before an immediate one (SIGQUIT). */
const STOP_MS = 30_000
/** Between attempts to start it again. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000

export interface Postmaster {
  url: string
  stop(): Promise<void>
}

/** Runs PostgreSQL on one port until `stop`, restarting it when it dies. */
export async function startPostmaster(
  cluster: Cluster,
  { durable, log }: { durable: boolean; log: Logger },
): Promise<Postmaster> {
  let { child, port } = await launch(cluster, { durable })
  let stopping = false
  restartOnExit()
  await prepare(urlOf(cluster, port, 'postgres'))

  /** PostgreSQL recovers from the death of a backend by itself; this is for the postmaster's (out of memory, disk full, `kill -9`). */
  function restartOnExit(): void {
    child.once('exit', async (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'PostgreSQL ended by itself; starting it again')
      await startAgain()
      if (stopping) await end(child)
      else restartOnExit()
    })
  }

  /** Until it starts: on a full disk it cannot before somebody has made room. */
  async function startAgain(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        child = (await launch(cluster, { durable, port })).child
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
    // Errors go to the client only, not to the log: even their first line may quote personal data.
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
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(timer)
}
