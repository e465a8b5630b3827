import type { TracingConfig } from './tracing-config.ts'

export type Attributes = Record<string, string | number>

/** Name and attributes contain no personal data. */
export interface Span {
  /** W3C Trace Context. */
  traceparent: string
  end(attributes?: Attributes, failed?: boolean): void
}

interface NewSpan {
  kind: 'server' | 'client' | 'consumer'
  attributes?: Attributes
  /** A span, or a `traceparent` that somebody sent. */
  parent?: Span | string | null | undefined
  startedAt?: Date
}

export interface Tracing {
  start(name: string, span: NewSpan): Span
  stop(): Promise<void>
}

/** Null when no receiver is configured: the packages are then not loaded. */
export async function openTracing(config: TracingConfig | null): Promise<Tracing | null> {
  if (!config) return null
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(config)
}
