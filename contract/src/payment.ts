import { z } from 'zod'
import { defineRoute } from './route.ts'

/** A notification of the gateway. Signed over the raw body; answered 200 once stored, applied by a job. */
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
  summary: 'Recebe um aviso assinado do meio de pagamento',
  body: GatewayMessage,
  data: z.object({ received: z.literal(true) }),
})
