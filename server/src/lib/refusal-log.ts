import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import { type AppError, asAppError } from './errors.ts'
import { addressOf } from './network.ts'
import { recordSecurityEvent, type SecurityEvent } from './security-log.ts'

const MINUTE_MS = 60_000
/** Distinct rows of one process; further refusals are only counted by kind. */
const ROWS_PER_MINUTE = 100

type Refusal = Omit<SecurityEvent, 'at' | 'times'>

interface RefusalLog {
  record(refusal: Refusal): Promise<void>
  flush(): Promise<void>
}

/**
 * Writes refused requests to the security log, bounded, so that an attacker cannot fill the disk: the first
 * refusal of a kind, account and address in a minute is written immediately; further ones are counted and
 * written as one row after the minute.
 */
export function createRefusalLog({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): RefusalLog {
  let counted = new Map<string, { refusal: Refusal; more: number; lastAt: Date }>()
  let minute = 0
  let timer: NodeJS.Timeout | undefined

  const write = (event: SecurityEvent) =>
    recordSecurityEvent(db, event).catch((error) =>
      log.error({ err: error, kind: event.kind }, 'a refusal could not be written to the security log'),
    )

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const repeated = [...counted.values()].filter(({ more }) => more > 0)
    counted = new Map()
    for (const { refusal, more, lastAt } of repeated) await write({ ...refusal, at: lastAt, times: more })
  }

  return {
    flush,
    async record(given) {
      const at = clock.now()
      const now = Math.floor(at.getTime() / MINUTE_MS)
      if (now !== minute) {
        minute = now
        await flush()
      }
      const { refusal, key } = groupOf(given, counted)
      const known = counted.get(key)
      if (known) {
        known.more++
        known.lastAt = at
        return
      }
      counted.set(key, { refusal, more: 0, lastAt: at })
      timer ??= setTimeout(flush, MINUTE_MS).unref()
      await write({ ...refusal, at })
    },
  }
}

function groupOf(refusal: Refusal, counted: ReadonlyMap<string, unknown>): { refusal: Refusal; key: string } {
  const { kind, userId, ip } = refusal
  const key = `${kind} ${userId} ${ip}`
  if (counted.has(key) || counted.size < ROWS_PER_MINUTE) return { refusal, key }
  return { refusal: { kind, userId: null, ip: null, detail: { scattered: true } }, key: kind }
}

export function logRefusals(app: FastifyInstance, deps: { db: Db; clock: Clock; log: Logger }): void {
  const refusals = createRefusalLog(deps)
  app.addHook('onError', async (request, _reply, error) => {
    const known = asAppError(error)
    const refusal = known && refusalOf(known, request)
    if (refusal) await refusals.record(refusal)
  })
  app.addHook('onClose', refusals.flush)
}

function refusalOf(error: AppError, request: FastifyRequest): Refusal | null {
  // A refusal of a viewing administrator is recorded as theirs, not as the viewed account's.
  const userId = request.caller?.viewerId ?? request.caller?.userId ?? null
  const ip = addressOf(request)
  if (error.securityEvent) return { userId, ip, ...error.securityEvent }
  if (!isRefusal(error, request)) return null
  const { method, url = '' } = request.routeOptions
  return { kind: 'access.refused', userId, ip, detail: { status: error.status, route: `${method} ${url}` } }
}

/** A 404 for a signed-in account on a route with an id counts: other people's resources answer 404. */
const isRefusal = ({ code, status }: AppError, { caller, routeOptions }: FastifyRequest): boolean =>
  code === 'forbidden' ||
  code === 'bad_signature' ||
  (status === 404 && caller != null && (routeOptions.url?.includes('/:') ?? false))
