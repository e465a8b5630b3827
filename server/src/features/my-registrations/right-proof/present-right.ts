import { toBrazilianDate } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { findMine, findRight } from '../list/queries.ts'
import { proofProblem } from './send-proof.ts'

type Found<T extends (...args: never) => Promise<unknown>> = NonNullable<Awaited<ReturnType<T>>>

export const presentRight = (
  right: Found<typeof findRight>,
  { status, timezone }: Found<typeof findMine>,
  now: Date,
): MyRegistration['right'] => ({
  ...right,
  proof_due_on: right.proof_due_on && toBrazilianDate(right.proof_due_on),
  proof_sent_at: right.proof_sent_at?.toISOString() ?? null,
  can_send_proof: proofProblem({ ...right, registration_status: status, timezone }, now) === null,
})
