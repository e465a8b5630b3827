import { z } from 'zod'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'

/** The job of `settle-registration.ts`, apart from what it does: whoever moves a payment asks for it. */
export const SETTLE_JOB = { name: 'settle-registration', payload: z.object({ registrationId: z.int() }) }

/** Money that came in beside an open charge: what is asked for has to be looked at again, payments first (stock.md, lock order). */
export const settleLater = (tx: Tx, registrationId: number): Promise<void> =>
  addJob(tx, SETTLE_JOB, { registrationId }, { jobKey: `settle:${registrationId}` })
