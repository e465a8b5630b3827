import type { RightClaim } from '#contract/participants/right-claim.ts'

/** A claim whose proof, a PDF, waits for a decision. */
export const CLAIM: RightClaim = {
  right_rule_id: 4,
  name: 'PCD',
  declaration_version: 2,
  declaration: 'Declaro que sou pessoa com deficiência.',
  is_companion: false,
  status: 'in_review',
  is_current: true,
  discount: '50.00',
  proof_name: 'Laudo médico',
  proof_due_on: '10/02/2031',
  proof: 'pdf',
  proof_sent_at: '2031-01-12T12:00:00Z',
  reviewer: null,
  reviewed_at: null,
  review_reason: null,
  created_at: '2031-01-10T12:00:00Z',
  version: 'in_review 2031-01-12T12:00:00Z',
}
