import { z } from 'zod'
import { ConfigError, isPrivateAddress, web } from './lib/environment.ts'

export interface GatewayConfig {
  /** Where new payments are made. */
  paymentGateway: (typeof PAYMENT_GATEWAYS)[number]
  /** Also given when new payments are made elsewhere, so that those made at Asaas are finished there. */
  asaas: { apiUrl: string; apiKey: string; webhookToken: string } | null
}

export const PAYMENT_GATEWAYS = ['sandbox', 'asaas'] as const

export const GATEWAY_ENVIRONMENT = {
  PAYMENT_GATEWAY: z.enum(PAYMENT_GATEWAYS, 'PAYMENT_GATEWAY precisa ser asaas ou sandbox.').optional(),
  ASAAS_API_URL: web('ASAAS_API_URL')
    .refine(isPrivateAddress, 'ASAAS_API_URL precisa começar com https://, porque leva a chave de API.')
    .optional(),
  ASAAS_API_KEY: z
    .string()
    // Left unquoted in a shell, the part after the $ is lost.
    .regex(
      /^\$[\x21-\x7e]{19,}$/,
      'ASAAS_API_KEY precisa ser uma chave de API do Asaas, inteira, que começa com $.',
    )
    .optional(),
  ASAAS_WEBHOOK_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,255}$/,
      'ASAAS_WEBHOOK_TOKEN precisa ter de 32 a 255 letras e números, sem espaços.',
    )
    .optional(),
}
type Environment = z.output<z.ZodObject<typeof GATEWAY_ENVIRONMENT>>

/** @throws {ConfigError} with a sentence in Portuguese. */
export function gatewayConfig(env: Environment, demo: boolean): GatewayConfig {
  const asaas = asaasSettings(env)
  // Anybody can mark a charge of the sandbox as paid: outside the demo it must be chosen explicitly.
  const paymentGateway = env.PAYMENT_GATEWAY ?? (demo ? 'sandbox' : null)
  if (!paymentGateway) {
    throw new ConfigError(
      'Fora do modo de demonstração, PAYMENT_GATEWAY precisa dizer por onde se paga: asaas, ou sandbox, um ambiente de testes que não cobra nada.',
    )
  }
  if (demo && paymentGateway === 'asaas')
    throw new ConfigError(
      'DEMO=on não combina com PAYMENT_GATEWAY=asaas: as corridas da demonstração são inventadas e não podem ser cobradas. Use DEMO=off.',
    )
  if (paymentGateway === 'asaas' && !asaas) throw new ConfigError(`PAYMENT_GATEWAY=asaas ${ASAAS_NEEDS}`)
  return { paymentGateway, asaas }
}

const ASAAS_NEEDS = 'precisa de ASAAS_API_URL, ASAAS_API_KEY e ASAAS_WEBHOOK_TOKEN.'

/** Null when none of the three is given. */
function asaasSettings(env: Environment): GatewayConfig['asaas'] {
  const [apiUrl, apiKey, webhookToken] = [env.ASAAS_API_URL, env.ASAAS_API_KEY, env.ASAAS_WEBHOOK_TOKEN]
  if (apiUrl && apiKey && webhookToken) return { apiUrl, apiKey, webhookToken }
  if (apiUrl || apiKey || webhookToken) throw new ConfigError(`O Asaas ${ASAAS_NEEDS}`)
  return null
}
