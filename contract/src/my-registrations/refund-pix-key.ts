import { z } from 'zod'
import { defineRoute, IdParams } from '../route.ts'
import { MINE } from './my-registrations.ts'

export const confirmPixKey = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/pix-key',
  ...MINE,
  summary:
    'Confirma que o CPF de quem pagou é uma chave Pix sua, para as devoluções que o meio de pagamento não faz',
  params: IdParams,
  body: z.object({ is_my_key: z.literal(true, { error: 'Confirme que o seu CPF é uma chave Pix sua.' }) }),
})
