import { z } from 'zod'
import { Instant, Money } from './fields.ts'
import type { StatusColor } from './payment-status.ts'

/** Why money goes back, with the label that people read. */
export const REFUND_REASONS = {
  withdrawal: 'Desistência dentro do prazo legal',
  organizer: 'Cancelamento pela organização',
  policy: 'Cancelamento pela política do evento',
  duplicate: 'Pagamento em duplicidade',
  late: 'Pagamento depois do cancelamento',
  event_cancelled: 'Evento cancelado',
  exchange: 'Troca por uma opção mais barata',
  gateway: 'Devolução feita diretamente no meio de pagamento',
} as const
export type RefundReason = keyof typeof REFUND_REASONS

/** The states of a refund; which follows which is in docs/algorithms/payment.md, "Refunds". */
export const REFUND_STATUSES = {
  requested: { label: 'Em aprovação', color: 'warning' },
  approved: { label: 'Aprovada', color: 'info' },
  sent: { label: 'Em andamento', color: 'info' },
  done: { label: 'Concluída', color: 'success' },
  refused: { label: 'Recusada', color: 'error' },
  needs_person: { label: 'Em tratamento', color: 'warning' },
} as const satisfies Record<string, { label: string; color: StatusColor }>
export type RefundStatus = keyof typeof REFUND_STATUSES

const names = <T extends object>(labels: T) =>
  Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]
export const RefundReason = z.enum(names(REFUND_REASONS))
export const RefundStatus = z.enum(names(REFUND_STATUSES))

/** What the runner reads of the time it takes until the money is there, by the type of the payment. */
const DURATIONS = [
  'O Pix devolvido chega em minutos à conta de onde saiu.',
  'O boleto é devolvido por transferência, depois que quem pagou informa os dados bancários.',
  'O estorno aparece na fatura do cartão em até duas faturas.',
] as const

/** One Portuguese sentence on where a refund is, for its runner. `type` is that of the payment. */
export function refundMessage(status: RefundStatus, type: number, waitsForPayer: boolean): string {
  switch (status) {
    case 'requested':
      return 'O pedido de devolução está em aprovação.'
    case 'approved':
      return 'A devolução foi aprovada e será feita em instantes.'
    case 'sent':
      return waitsForPayer
        ? 'Falta informar os dados bancários para receber a devolução do boleto.'
        : `A devolução está a caminho. ${DURATIONS[type] ?? ''}`.trim()
    case 'done':
      return `A devolução foi feita. ${type === 2 ? DURATIONS[2] : ''}`.trim()
    case 'refused':
      return 'O pedido de devolução foi recusado.'
    case 'needs_person':
      return 'A devolução está sendo tratada pela nossa equipe.'
  }
}

/** A refund as its runner sees it. */
export const Refund = z.object({
  id: z.int(),
  amount: Money,
  reason: RefundReason,
  reason_label: z.string(),
  status: RefundStatus,
  status_label: z.string(),
  requested_at: Instant,
  done_at: Instant.nullable(),
  /** Where the payer of a boleto gives their bank data. */
  request_url: z.string().nullable(),
  receipt_url: z.string().nullable(),
  message: z.string(),
})
export type Refund = z.infer<typeof Refund>
