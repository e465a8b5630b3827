import { z } from 'zod'
import { ConfigError, integer, isSafeTransport, web } from './lib/environment.ts'

export interface GatewayConfig {
  /** The gateway for new payments. */
  paymentGateway: (typeof PAYMENT_GATEWAYS)[number]
  /**
   * May also be given when new payments use another gateway, so that existing Asaas payments can be
   * completed.
   */
  asaas: { apiUrl: string; apiKey: string; webhookTokens: readonly string[]; callLimit: number } | null
}

export const PAYMENT_GATEWAYS = ['sandbox', 'asaas'] as const

export const GATEWAY_ENVIRONMENT = {
  PAYMENT_GATEWAY: z.enum(PAYMENT_GATEWAYS, 'PAYMENT_GATEWAY precisa ser asaas ou sandbox.').optional(),
  ASAAS_API_URL: web('ASAAS_API_URL')
    .refine(isSafeTransport, 'ASAAS_API_URL precisa começar com https://, porque leva a chave de API.')
    .optional(),
  ASAAS_API_KEY: z
    .string()
    // The first character is `$`: unquoted in a shell, the rest would be expanded as a variable and lost.
    .regex(
      /^\$[\x21-\x7e]{19,}$/,
      'ASAAS_API_KEY precisa ser uma chave de API do Asaas, inteira, que começa com $.',
    )
    .optional(),
  ASAAS_WEBHOOK_TOKEN: z
    .string()
    // Two tokens while they are exchanged: messages with either of them are authentic.
    .regex(
      /^[\x21-\x2b\x2d-\x7e]{32,255}(,[\x21-\x2b\x2d-\x7e]{32,255})?$/,
      'ASAAS_WEBHOOK_TOKEN precisa ter de 32 a 255 letras e números, sem espaços, ou dois assim, com uma vírgula no meio, durante a troca.',
    )
    .transform((tokens) => tokens.split(','))
    .optional(),
  ASAAS_CALL_LIMIT: integer('ASAAS_CALL_LIMIT', [1000, 10_000_000], 25_000),
}
type Environment = z.output<z.ZodObject<typeof GATEWAY_ENVIRONMENT>>

/** Whether the settings name a gateway that charges real money; then the demo must not start by default. */
export const namesRealGateway = ({ PAYMENT_GATEWAY, ASAAS_API_KEY }: Environment): boolean =>
  (PAYMENT_GATEWAY !== undefined && PAYMENT_GATEWAY !== 'sandbox') || ASAAS_API_KEY !== undefined

/** @throws {ConfigError} with a sentence in Portuguese. */
export function gatewayConfig(env: Environment, demo: boolean): GatewayConfig {
  const asaas = asaasSettings(env)
  // Anybody can mark a sandbox charge as paid, so outside the demo the sandbox must be chosen explicitly.
  const paymentGateway = env.PAYMENT_GATEWAY ?? (demo ? 'sandbox' : null)
  if (!paymentGateway) {
    throw new ConfigError(
      'Fora do modo de demonstração, PAYMENT_GATEWAY precisa dizer por onde se paga: asaas, ou sandbox, um ambiente de testes que não cobra nada.',
    )
  }
  if (demo && paymentGateway !== 'sandbox')
    throw new ConfigError(
      `DEMO=on não combina com PAYMENT_GATEWAY=${paymentGateway}: as corridas da demonstração são inventadas e não podem ser cobradas. Use DEMO=off.`,
    )
  if (paymentGateway === 'asaas' && !asaas) throw new ConfigError(`PAYMENT_GATEWAY=asaas ${ASAAS_NEEDS}`)
  return { paymentGateway, asaas }
}

const ASAAS_NEEDS = 'precisa de ASAAS_API_URL, ASAAS_API_KEY e ASAAS_WEBHOOK_TOKEN.'

/** Null when none of the three variables is set; throws when only some are. */
function asaasSettings(env: Environment): GatewayConfig['asaas'] {
  const [apiUrl, apiKey, webhookTokens] = [env.ASAAS_API_URL, env.ASAAS_API_KEY, env.ASAAS_WEBHOOK_TOKEN]
  if (apiUrl && apiKey && webhookTokens)
    return { apiUrl, apiKey, webhookTokens, callLimit: env.ASAAS_CALL_LIMIT }
  if (apiUrl || apiKey || webhookTokens) throw new ConfigError(`O Asaas ${ASAAS_NEEDS}`)
  return null
}
