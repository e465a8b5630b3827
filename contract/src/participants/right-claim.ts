import { z } from 'zod'
import { BrazilianDate, Instant, Money } from '../fields.ts'
import { RIGHT_CLAIM_STATUSES, type RightClaimStatus } from '../registration/right-claim.ts'
import { VALIDATION } from '../validation.ts'

export const ClaimStatus = z.enum(
  Object.keys(RIGHT_CLAIM_STATUSES) as [RightClaimStatus, ...RightClaimStatus[]],
  { error: VALIDATION.invalid },
)

/** A right that a runner claimed or got, with the text that applied then. */
export const RightClaim = z.object({
  right_rule_id: z.int(),
  name: z.string(),
  /** The version of the declaration. */
  declaration_version: z.int(),
  declaration: z.string().nullable(),
  is_companion: z.boolean(),
  status: ClaimStatus,
  /** The price of the registration includes it. */
  is_current: z.boolean(),
  discount: Money,
  /** The document to send; null: none. */
  proof_name: z.string().nullable(),
  proof_due_on: BrazilianDate.nullable(),
  /** The type of the file that was sent. */
  proof: z.enum(['pdf', 'jpg']).nullable(),
  proof_sent_at: Instant.nullable(),
  reviewer: z.string().nullable(),
  reviewed_at: Instant.nullable(),
  review_reason: z.string().nullable(),
  created_at: Instant,
  /** Sent back with a decision. */
  version: z.string(),
})
export type RightClaim = z.infer<typeof RightClaim>
