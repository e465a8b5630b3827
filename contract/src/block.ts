import { z } from 'zod'
import { required } from './fields.ts'

/** Stored with the block and in the audit log. */
export const Reason = required('Informe o motivo', 500)

export const Block = z
  .object({ blocked: z.boolean(), reason: Reason.optional() })
  .refine(({ blocked, reason }) => !blocked || reason !== undefined, {
    error: 'Informe o motivo',
    path: ['reason'],
  })
