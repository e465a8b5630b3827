import { z } from 'zod'
import { Reason } from '../block.ts'
import { defineRoute, IdParams } from '../route.ts'
import { SessionUser } from '../session.ts'

/** Its token reads what the account sees, for half an hour; everything but ending it is refused. */
export const viewAs = defineRoute({
  method: 'POST',
  path: '/admin/accounts/:id/view',
  access: { roles: ['Admin'] },
  tag: 'Administração',
  status: 201,
  summary: 'Abre uma sessão, só de leitura, que vê o que uma conta vê; o motivo fica na auditoria',
  params: IdParams,
  body: z.object({ reason: Reason }),
  data: SessionUser.extend({ token: z.string() }),
})
