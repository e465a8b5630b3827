import { z } from 'zod'
import { defineJob } from '#server/lib/jobs.ts'
import { daysBefore } from '#server/retention-config.ts'
import { deleteBodies } from './queries.ts'

const BATCH = 5_000

/** Deletes the bodies of old gateway messages; the parsed notices stay. */
export const forgetGatewayMessagesJob = defineJob(
  'forget-gateway-messages',
  z.object({}),
  async ({ db, config, clock }) => {
    const before = daysBefore(clock.now(), config.retention.gatewayMessages)
    while ((await deleteBodies(db, before, BATCH)) === BATCH);
  },
)
