import { z } from 'zod'
import { optionalText, orAbsent, required } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'
import { VALIDATION } from '../validation.ts'
import { RegistrationRecord } from './panel.ts'
import { CHANGE, EDITORS, TAG } from './participants.ts'
import { ClaimStatus, RightClaim } from './right-claim.ts'

export const RightClaimRow = z.object({
  ...RightClaim.shape,
  registration_id: z.int(),
  participant: z.string(),
  registration_status: z.int(),
})
export type RightClaimRow = z.infer<typeof RightClaimRow>

export const listRightClaims = defineRoute({
  method: 'GET',
  path: '/organizer/events/:eventId/right-claims',
  access: EDITORS,
  tag: TAG,
  summary: 'Os pedidos de desconto por direito de um evento; sem `status`, os que esperam uma decisão',
  params: z.object({ eventId: Id }),
  query: PageQuery.extend({ right_rule_id: orAbsent(Id), status: orAbsent(ClaimStatus) }),
  data: z.array(RightClaimRow),
  meta: PageMeta,
  extra: z.object({
    event: z.object({ id: z.int(), title: z.string() }),
    rules: z.array(z.object({ id: z.int(), name: z.string() })),
    /** Claims that need a decision, whatever the filters. */
    open: z.int(),
  }),
})

const MOST_REASON = 500

export const ReviewRight = z
  .object({
    right_rule_id: Id,
    decision: z.enum(['approve', 'reject'], { error: VALIDATION.invalid }),
    /** Sent to the runner and part of the report, so without personal data. Required to reject. */
    reason: optionalText(MOST_REASON),
    /** The `version` of the claim that was decided on; 409 when it has changed. */
    version: z.string().max(100).optional(),
  })
  .refine(({ decision, reason }) => decision === 'approve' || reason !== null, {
    path: ['reason'],
    error: 'Escreva o motivo da recusa.',
  })
export type ReviewRight = z.output<typeof ReviewRight>

export const reviewRight = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/right-review',
  summary: 'Aprova ou recusa o desconto por direito de uma inscrição; recusado, a diferença é cobrada',
  body: ReviewRight,
  data: RegistrationRecord,
})

export const GrantRight = z.object({
  right_rule_id: Id,
  reason: required('Escreva por que o desconto é dado agora.', MOST_REASON),
})
export type GrantRight = z.output<typeof GrantRight>

export const grantRight = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/right',
  summary: 'Dá a uma inscrição um desconto por direito provado depois; a diferença é devolvida',
  body: GrantRight,
  data: RegistrationRecord,
})

export const getRightProof = defineRoute({
  method: 'GET',
  path: '/organizer/registrations/:id/rights/:rightRuleId/proof',
  sends: ['application/pdf', 'image/jpeg'],
  access: EDITORS,
  tag: TAG,
  summary: 'O comprovante de um desconto por direito',
  params: IdParams.extend({ rightRuleId: Id }),
})
