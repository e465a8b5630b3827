import { Logger, type LogLevel } from 'graphile-worker'
import type { Logger as Log } from 'pino'

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<
  LogLevel,
  string
>

/** graphile-worker's own messages in our log, less the failures of jobs, which `startWorker` tells. What it calls info is detail to us. */
export const workerLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    if (!meta?.failure) log[LEVELS[level]](message)
  })

/** For migrations, whose failures are thrown. */
export const silentLogger: Logger = new Logger(() => () => undefined)
