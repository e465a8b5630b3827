import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LaneState } from './lanes.ts'
import type { Names } from './names.ts'
import type { Runner } from './start-runner.ts'

interface Kept {
  lane: string
  start(): Promise<Runner>
  names: Names
  log: Logger
  tell(state: LaneState['state']): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** Having run for so long, it is no longer one that fails at its start. */
const STEADY_MS = 30_000

/**
 * Keeps a lane's jobs running until `stop`: a runner that breaks is replaced, after pauses that grow while its successors break too. Its
 * jobs that run finish by themselves; what it holds and does not run is given back when they have.
 */
export function keepRunning({ lane, start, names, log, tell }: Kept): { stop(): Promise<void> } {
  const stopping = Promise.withResolvers<null>()
  const endings = new Set<Promise<void>>()
  let stopped = false

  async function end(runner: Runner): Promise<void> {
    await runner.end()
    await names.release(runner.name)
  }

  async function runUntilBroken(): Promise<void> {
    const runner = await start()
    await names.hold(runner.name)
    tell('running')
    const reason = await Promise.race([runner.broken, stopping.promise])
    const ending = end(runner).finally(() => endings.delete(ending))
    endings.add(ending)
    if (!stopped) throw reason ?? new Error('it ended by itself')
  }

  async function keep(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!stopped) {
      const since = performance.now()
      await runUntilBroken().catch(async (error) => {
        tell('restarting')
        if (performance.now() - since > STEADY_MS) pauseMs = FIRST_PAUSE_MS
        log.warn({ err: error, lane, pauseMs }, 'the job runner broke; it starts again')
        await Promise.race([setTimeout(pauseMs), stopping.promise])
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      })
    }
    await Promise.all(endings)
  }

  const kept = keep()
  return {
    stop() {
      stopped = true
      stopping.resolve(null)
      return kept
    },
  }
}
