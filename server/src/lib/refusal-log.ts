import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import { type AppError, asAppError } from './errors.ts'
import { addressOf } from './http.ts'
import { recordSecurityEvent, type SecurityEvent } from './security-log.ts'

const MINUTE_MS = 60_000
/** Rows that one process writes in a minute for accounts and addresses of their own; the rest are counted together, by kind. */
const ROWS_PER_MINUTE = 100

type Refusal = Omit<SecurityEvent, 'at' | 'times'>

interface RefusalLog {
  record(refusal: Refusal): Promise<void>
  /** Writes what was only counted so far. */
  flush(): Promise<void>
}

/**
 * The security log's door for what strangers can cause. The first refusal of a kind, account and address in a minute is written
 * at once, the others are counted and written as one row when the minute is over: whoever tries a million times fills no disk.
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
    const over = [...counted.values()].filter(({ more }) => more > 0)
    counted = new Map()
    for (const { refusal, more, lastAt } of over) await write({ ...refusal, at: lastAt, times: more })
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
      const { refusal, key } = place(given, counted)
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

function place(refusal: Refusal, counted: ReadonlyMap<string, unknown>): { refusal: Refusal; key: string } {
  const { kind, userId, ip } = refusal
  const key = `${kind} ${userId} ${ip}`
  if (counted.has(key) || counted.size < ROWS_PER_MINUTE) return { refusal, key }
  return { refusal: { kind, userId: null, ip: null, detail: { scattered: true } }, key: kind }
}

/** Writes every refusal that matters to the security log, wherever it was thrown, before it is answered. */
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
  const userId = request.caller?.userId ?? null
  const ip = addressOf(request)
  if (error.securityEvent) return { userId, ip, ...error.securityEvent }
  if (!isRefusal(error, request)) return null
  const { method, url = '' } = request.routeOptions
  return { kind: 'access.refused', userId, ip, detail: { status: error.status, route: `${method} ${url}` } }
}

/** Somebody else's thing is answered 404 like one that does not exist: for a person who is signed in and names a number, both are told. */
const isRefusal = ({ code, status }: AppError, { caller, routeOptions }: FastifyRequest): boolean =>
  code === 'forbidden' ||
  code === 'bad_signature' ||
  (status === 404 && caller != null && (routeOptions.url?.includes('/:') ?? false))
