import { z } from 'zod'

/** What happens to the difference when a runner changes to a cheaper choice. */
export const ChangeDowngrade = z.enum(['keep', 'credit', 'refund'])
export type ChangeDowngrade = z.infer<typeof ChangeDowngrade>
export const CHANGE_DOWNGRADES: Record<ChangeDowngrade, string> = {
  keep: 'Fica com a organização',
  credit: 'Vira crédito para outra prova da organização',
  refund: 'É devolvida ao corredor',
}
