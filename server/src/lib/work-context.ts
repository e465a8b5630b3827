import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

/** The context of a request and of the jobs that it enqueues. */
export interface WorkContext {
  /** Appears in log lines and in `X-Request-Id`. */
  reqId: string
  span?: Span | undefined
}

const contexts = new AsyncLocalStorage<WorkContext>()

export const currentContext = (): WorkContext | undefined => contexts.getStore()
export const runInContext = <T>(context: WorkContext, work: () => T): T => contexts.run(context, work)

/** No job's own schema has this key. */
const KEY = '_origin'

interface Carried {
  reqId?: unknown
  traceparent?: unknown
}

/** A payload that has a context keeps it. */
export const withCurrentContext = (payload: unknown): unknown =>
  KEY in (payload as object) ? payload : withContext(payload as object, currentContext())

export function withContext<P extends object>(payload: P, context: WorkContext | undefined): P {
  if (!context) return payload
  const { reqId, span } = context
  return { ...payload, [KEY]: { reqId, ...(span && { traceparent: span.traceparent }) } }
}

export function storedContext(payload: unknown): { reqId: string | null; traceparent: string | null } {
  const { reqId, traceparent } = (payload as { [KEY]?: Carried } | null)?.[KEY] ?? {}
  return {
    reqId: typeof reqId === 'string' ? reqId : null,
    traceparent: typeof traceparent === 'string' ? traceparent : null,
  }
}
