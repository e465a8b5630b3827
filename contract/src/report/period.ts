import { z } from 'zod'
import { OptionalDate } from '../fields.ts'

/** Both days inclusive; a missing one is no bound. */
export const PeriodQuery = z
  .object({ from: OptionalDate, to: OptionalDate })
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: 'A data final não pode ser anterior à inicial',
    path: ['to'],
  })

/** The fields of a period, for larger queries. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}
