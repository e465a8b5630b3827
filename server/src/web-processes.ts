import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

export interface WebProcesses {
  /** All drain at once; what has not ended `STOP_MS` after its pause is killed. */
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A process that listened for this long did not fail at its start: the pause is reset. */
const STEADY_MS = 30_000
/** Longer than the parts of a web process may take (`start.ts`), shorter than what `main.ts` allows this one. */
const STOP_MS = 10_000

/**
 * Starts `webConcurrency` processes with `ROLE=web` that share the port, and replaces those that end. Resolves when all are listening;
 * throws when one of the first does not start. They end when this process dies.
 */
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
    // Otherwise it would follow from DATABASE_URL.
    DEMO: config.demo ? 'on' : 'off',
  }
  const running = new Set<Worker>()
  let stopped = false

  /** Resolves when it listens, with the promise of its end. */
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
