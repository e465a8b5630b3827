import { z } from 'zod'
import { RightConditions } from '../event-management/event-document.ts'
import { Money, orAbsent } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'

/** What a discount by right costs, compared with the prices without it. */
export const RightSimulation = z.object({
  registrations: z.int(),
  /** The sum of their prices. */
  total: Money,
  /** By how much less their runners would pay. */
  off: Money,
  /** By how much less the organizer would receive: `off` less the part of it that is service fee. */
  cost: Money,
})
export type RightSimulation = z.infer<typeof RightSimulation>

export const simulateRight = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/right-simulation',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-finances' },
  tag: 'Painéis',
  summary:
    'Quanto custaria um desconto por direito: às inscrições ativas que cumprem a regra ou, com `uses`, a tantas inscrições de preço médio',
  params: IdParams,
  query: RightConditions.extend({
    uses: orAbsent(z.coerce.number({ error: 'Campo não é válido' }).int().min(0).max(1_000_000)),
  }),
  data: RightSimulation,
})
