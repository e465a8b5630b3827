import type { StatusColor } from '../payment/payment-status.ts'

/** A claim begins as one of the first three; staff decide on the others. */
export const RIGHT_CLAIM_STATUSES = {
  granted: { label: 'Concedido', color: 'success' },
  awaiting_proof: { label: 'Espera o comprovante', color: 'warning' },
  in_review: { label: 'Em análise', color: 'warning' },
  approved: { label: 'Aprovado', color: 'success' },
  rejected: { label: 'Recusado', color: 'error' },
} as const satisfies Record<string, { label: string; color: StatusColor }>
export type RightClaimStatus = keyof typeof RIGHT_CLAIM_STATUSES

export const isDecided = (status: RightClaimStatus): boolean => status === 'approved' || status === 'rejected'
