import { z } from 'zod'
import { defineJob } from '#server/lib/jobs.ts'
import { deletePixKeys } from './queries.ts'

/** The time in which a payer or the bank may say that the money did not arrive. */
const KEPT_DAYS = 90

/** Deletes the Pix keys of refunds that ended long ago. */
export const forgetPixKeysJob = defineJob('forget-pix-keys', z.object({}), async ({ db, clock }) => {
  await deletePixKeys(db, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
})
