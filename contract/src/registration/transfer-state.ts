import { z } from 'zod'
import { BrazilianDate, Instant, Money } from '../fields.ts'

/** Whether and how a runner can transfer a registration (docs/algorithms/transfer.md). */
export const TransferState = z.object({
  /** Why the runner cannot invite anybody now; null: it is possible. */
  problem: z.string().nullable(),
  until: BrazilianDate,
  fee: Money,
  /** An invitation that is open; `accepted` waits for the new runner's payment. */
  pending: z.object({ state: z.enum(['invited', 'accepted']), until: Instant }).nullable(),
})
export type TransferState = z.infer<typeof TransferState>
