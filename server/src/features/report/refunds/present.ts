import type { z } from 'zod'
import type { EventRefund } from '#contract/refund.ts'
import { presentRefund } from '../../registration/mine/present-refund.ts'
import type { listEventRefunds } from './queries.ts'

export const presentEventRefund = (
  row: Awaited<ReturnType<typeof listEventRefunds>>[number],
): z.input<typeof EventRefund> => ({
  ...presentRefund(row),
  // It is the payer's.
  request_url: null,
  registration: { id: row.registration_id, participant: row.participant },
  payment_type: row.type,
  asked_by: row.asked_by,
})
