import { z } from 'zod'
import { SessionUser } from '../account/session.ts'
import { Reason } from '../block.ts'
import { defineRoute, IdParams } from '../route.ts'

/** A session for half an hour. Every request that changes something is refused, except ending it. */
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
