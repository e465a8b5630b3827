import { z } from 'zod'

/** The packages read the other OTEL_* variables themselves. */
export interface TracingConfig {
  sampler: (typeof SAMPLERS)[number]
  /** The ratio of the ratio-based samplers. */
  ratio: number
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const RATIO = 'OTEL_TRACES_SAMPLER_ARG precisa ser um número de 0 a 1.'

export const TRACING_ENVIRONMENT = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], 'OTEL_TRACES_EXPORTER precisa ser otlp ou none.')
    .default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `OTEL_TRACES_SAMPLER precisa ser um de: ${SAMPLERS.join(', ')}.`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(RATIO).min(0, RATIO).max(1, RATIO).default(1),
}

/** Null when nobody receives spans. */
export function tracingConfig(env: z.output<z.ZodObject<typeof TRACING_ENVIRONMENT>>): TracingConfig | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || env.OTEL_TRACES_EXPORTER === 'none' || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true')
    return null
  return { sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG }
}
