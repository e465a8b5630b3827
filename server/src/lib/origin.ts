import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

/** What work belongs to: a request, and the jobs that it leaves behind. */
export interface Origin {
  /** In log lines and in the answer's `X-Request-Id`. */
  reqId: string
  /** Present while spans are recorded. */
  span?: Span | undefined
}

const origins = new AsyncLocalStorage<Origin>()

export const currentOrigin = (): Origin | undefined => origins.getStore()
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work)

/** The key of a job's payload that carries its origin; no job's own schema has it. */
const KEY = '_origin'

interface Carried {
  reqId?: unknown
  traceparent?: unknown
}

/** A job's payload with the origin of the work that adds it. */
export function withCurrentOrigin(payload: unknown): unknown {
  const origin = currentOrigin()
  if (!origin) return payload
  const { reqId, span } = origin
  return { ...(payload as object), [KEY]: { reqId, ...(span && { traceparent: span.traceparent }) } }
}

/** What `withCurrentOrigin` wrote. */
export function carriedOrigin(payload: unknown): { reqId: string | null; traceparent: string | null } {
  const { reqId, traceparent } = (payload as { [KEY]?: Carried } | null)?.[KEY] ?? {}
  return {
    reqId: typeof reqId === 'string' ? reqId : null,
    traceparent: typeof traceparent === 'string' ? traceparent : null,
  }
}
