import { z } from 'zod'
import { defineRoute } from '../route.ts'

/** A notification from the sandbox gateway, signed over the raw body. */
export const GatewayMessage = z.object({
  id: z.string().min(1).max(200),
  event: z.string().max(100),
  created_at: z.string().max(40),
  charge: z.looseObject({
    id: z.string().min(1).max(200),
    external_reference: z.string().max(200).nullable(),
  }),
})
export type GatewayMessage = z.infer<typeof GatewayMessage>

export const receiveGatewayMessage = defineRoute({
  method: 'POST',
  path: '/webhooks/payments',
  access: 'public',
  tag: 'Pagamentos',
  summary: 'Recebe um aviso assinado do ambiente de testes de pagamento',
  body: GatewayMessage,
  data: z.object({ received: z.literal(true) }),
})

/**
 * A notification from Asaas, with its token in a header. Other bodies are also stored and answered with 200.
 */
export const AsaasMessage = z.looseObject({
  id: z.string().min(1).max(200),
  event: z.string().max(100),
  payment: z
    .looseObject({
      id: z.string().min(1).max(200),
      externalReference: z.string().max(200).nullish(),
      /** The installment plan of the charge. */
      installment: z.string().max(200).nullish(),
      status: z.string().max(100).optional(),
      deleted: z.boolean().nullish(),
      chargeback: z.looseObject({ status: z.string().nullish() }).nullish(),
    })
    .nullish(),
})

export const receiveAsaasMessage = defineRoute({
  method: 'POST',
  path: '/webhooks/asaas',
  access: 'public',
  tag: 'Pagamentos',
  summary: 'Recebe um aviso do Asaas, com o token combinado no cabeçalho asaas-access-token',
  body: AsaasMessage,
  data: z.object({ received: z.literal(true) }),
})
