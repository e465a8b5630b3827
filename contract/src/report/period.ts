import { z } from 'zod'
import { OptionalDate } from '../fields.ts'

/** Both days are included. A missing day leaves that side open. */
export const PeriodQuery = z
  .object({ from: OptionalDate, to: OptionalDate })
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: 'A data final não pode ser anterior à inicial',
    path: ['to'],
  })

export interface Period {
  from?: string | undefined
  to?: string | undefined
}
