import type { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { RightClaim } from '#contract/participants/right-claim.ts'
import type { RightClaimRow } from '#contract/participants/right-claims.ts'
import type { ClaimRow } from './queries.ts'

/** A text that changes with the status and the proof, on which decisions are based. */
export const versionOf = ({ status, proof_sent_at }: Pick<ClaimRow, 'status' | 'proof_sent_at'>): string =>
  [status, proof_sent_at?.toISOString()].join(' ')

export const presentClaim = (row: ClaimRow): z.input<typeof RightClaim> => ({
  right_rule_id: row.right_rule_id,
  name: row.name,
  declaration_version: row.version,
  declaration: row.declaration,
  is_companion: row.is_companion,
  status: row.status,
  is_current: row.is_current,
  discount: toDecimal(row.discount_cents),
  proof_name: row.proof_name,
  proof_due_on: row.proof_due_on && toBrazilianDate(row.proof_due_on),
  proof: row.proof_path === null ? null : row.proof_path.endsWith('.pdf') ? 'pdf' : 'jpg',
  proof_sent_at: row.proof_sent_at?.toISOString() ?? null,
  reviewer: row.reviewer,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
  review_reason: row.review_reason,
  created_at: row.created_at.toISOString(),
  version: versionOf(row),
})

export const presentClaimRow = (row: ClaimRow): z.input<typeof RightClaimRow> => ({
  ...presentClaim(row),
  registration_id: row.registration_id,
  participant: row.participant,
  registration_status: row.registration_status,
})
