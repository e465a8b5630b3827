import { z } from 'zod'
import { defineJob } from '#server/lib/jobs.ts'
import { daysBefore } from '#server/retention-config.ts'
import { deleteBodies } from './queries.ts'

const BATCH = 5_000

/** Removes the text of old messages of the gateway, which names payers; what was read from it stays. */
export const forgetGatewayMessagesJob = defineJob(
  'forget-gateway-messages',
  z.object({}),
  async ({ db, config, clock }) => {
    const { gatewayMessages } = config.retention
    if (gatewayMessages === null) return
    const before = daysBefore(clock.now(), gatewayMessages)
    while ((await deleteBodies(db, before, BATCH)) === BATCH);
  },
)
