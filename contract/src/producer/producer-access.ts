import { z } from 'zod'
import { Block, Reason } from '../block.ts'
import { Instant } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'
import { OWNER } from './producer.ts'

export const blockProducer = defineRoute({
  ...OWNER,
  method: 'PATCH',
  path: '/organizer/producers/:id/block',
  summary: 'Bloqueia ou desbloqueia um realizador do próprio organizador',
  params: IdParams,
  body: Block,
  data: z.object({ blocked_at: Instant.nullable() }),
})
export const resetProducerAccess = defineRoute({
  ...OWNER,
  method: 'POST',
  path: '/organizer/producers/:id/reset-access',
  summary: 'Envia de novo o convite, ou um link para criar uma senha nova',
  params: IdParams,
})
export const removeProducer = defineRoute({
  ...OWNER,
  method: 'DELETE',
  path: '/organizer/producers/:id',
  summary: 'Remove um realizador do próprio organizador; o que ele fez continua no histórico',
  params: IdParams,
  body: z.object({ reason: Reason }),
})
