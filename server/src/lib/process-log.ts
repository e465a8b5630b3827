import cluster from 'node:cluster'
import { format } from 'node:util'
import type { Logger } from 'pino'

const CONSOLE = ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const

/**
 * Turns everything that this process would print into log entries: what libraries write to the console,
 * Node's warnings, and an error that nothing catches, which ends the process.
 */
export function logEverything(log: Logger): void {
  for (const method of CONSOLE)
    console[method] = (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error)
      log.warn({ err, console: method }, err ? 'a library reports an error' : format(...parts))
    }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'))
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // A web process that was still starting when the first process died writes into a closed channel.
    const isOrphan = cluster.isWorker && error.code === 'EPIPE'
    if (isOrphan) log.warn('the first process is gone, so this one ends')
    else log.fatal({ err: error }, 'an error that nothing catches ends the process')
    process.exit(1)
  })
}
