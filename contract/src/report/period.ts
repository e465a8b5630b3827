import { z } from 'zod'
import { OptionalDate } from '../fields.ts'

/** Both days inclusive; without one it has no bound there. */
export const PeriodQuery = z
  .object({ from: OptionalDate, to: OptionalDate })
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: 'A data final não pode ser anterior à inicial',
    path: ['to'],
  })

/** Those of a period, for a query with more than that. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}
