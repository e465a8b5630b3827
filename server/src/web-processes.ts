import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

export interface WebProcesses {
  /** Drains all processes at once. A process that has not ended `STOP_MS` after its drain time is killed. */
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A process that listened for this long started successfully: the restart backoff is reset. */
const STEADY_MS = 30_000
/**
 * Milliseconds after `DRAIN_SECONDS` until a web process is killed: more than its parts need (`start.ts`).
 */
const STOP_MS = 12_000

/** Shares the port, and replaces processes that end. Throws when one of the first fails to start. */
export async function startWebProcesses(
  config: Config,
  databaseUrl: string,
  log: Logger,
): Promise<WebProcesses> {
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'main.ts'), args: [] })
  const environment = {
    ROLE: 'web',
    WEB_CONCURRENCY: '1',
    DATABASE_URL: databaseUrl,
    // The default depends on DATABASE_URL, which differs for a child process with the embedded database.
    DEMO: config.demo ? 'on' : 'off',
    // It belongs to the embedded database, which the first process serves.
    BACKUP_WAL: '',
  }
  const running = new Set<Worker>()
  let stopped = false

  /** Resolves when the process listens, with a promise of its exit. */
  async function start(): Promise<{ end: Promise<string> }> {
    const worker = cluster.fork(environment)
    running.add(worker)
    const end = once(worker, 'exit').then(([code, signal]) => {
      running.delete(worker)
      return `process ${worker.process.pid} ended with ${signal ?? code}`
    })
    await Promise.race([
      once(worker, 'listening'),
      end.then((how) => Promise.reject(new Error(`a web process did not start: ${how}`))),
    ])
    return { end }
  }

  async function keep(first: { end: Promise<string> }): Promise<void> {
    let current = first
    let pauseMs = FIRST_PAUSE_MS
    while (!stopped) {
      const since = performance.now()
      const how = await current.end
      if (performance.now() - since > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      for (let reason: unknown = how; !stopped && reason !== null; ) {
        log.error({ reason: String(reason), pauseMs }, 'a web process ended; another one starts')
        await wait(pauseMs, undefined, { ref: false })
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        if (stopped) break
        reason = await start().then(
          (started) => {
            current = started
            return null
          },
          (error: unknown) => error,
        )
      }
    }
  }

  async function stop(): Promise<void> {
    stopped = true
    const ends = [...running].map((worker) => {
      worker.process.kill('SIGTERM')
      return once(worker, 'exit')
    })
    const late = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL')
    }, config.drainMs + STOP_MS)
    await Promise.all(ends)
    clearTimeout(late)
  }

  try {
    const first = await Promise.all(Array.from({ length: config.webConcurrency }, start))
    for (const one of first) void keep(one)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
