import { z } from 'zod'
import { LimitedMeta } from './backoffice/lists.ts'
import { addDays, dayIn, toBrazilianDate } from './dates.ts'
import { Instant, Money, MoneyInput } from './fields.ts'
import type { StatusColor } from './payment-status.ts'
import { defineRoute, IdParams, PageMeta, PageQuery } from './route.ts'

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

/** When the money is there, for a payment of this type; empty for an unknown one. */
export const refundDuration = (type: number): string => DURATIONS[type] ?? ''

/** A refund is to go back at once; after so many days it is listed for a person. */
export const OVERDUE_DAYS = 10

interface RefundState {
  status: RefundStatus
  /** The type of its payment. */
  type: number
  /** Its payer has to say to which account it goes. */
  waitsForPayer: boolean
  /** Why it was refused. */
  note: string | null
  askedAt: Date
}

/** One Portuguese sentence or two on where a refund is and what comes next, for its runner. */
export function refundMessage({ status, type, waitsForPayer, note, askedAt }: RefundState): string {
  switch (status) {
    case 'requested':
      return 'O pedido de devolução está em aprovação.'
    case 'approved':
      return 'A devolução foi aprovada e será feita em instantes.'
    case 'sent':
      return waitsForPayer
        ? 'Falta informar os dados bancários para receber a devolução do boleto.'
        : `A devolução está a caminho. ${refundDuration(type)}`.trim()
    case 'done':
      return `A devolução foi feita. ${type === 2 ? DURATIONS[2] : ''}`.trim()
    case 'refused':
      return note ? `O pedido de devolução foi recusado: ${note}` : 'O pedido de devolução foi recusado.'
    case 'needs_person': {
      const until = toBrazilianDate(addDays(dayIn('America/Sao_Paulo', askedAt), OVERDUE_DAYS))
      return `O meio de pagamento não fez a devolução, e a nossa equipe está cuidando dela. Se não chegar até ${until}, fale com a gente.`
    }
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

const Party = z.object({ id: z.int(), name: z.string() })

/** A refund of a registration as staff sees it. */
export const StaffRefund = Refund.extend({
  /** Why a person is needed. */
  failure_reason: z.string().nullable(),
})
export type StaffRefund = z.infer<typeof StaffRefund>

/** A refund as the organizer sees it. */
export const EventRefund = StaffRefund.extend({
  registration: z.object({ id: z.int(), participant: z.string() }),
  payment_type: z.int(),
  /** Who asked for it; null: a rule of the system. */
  asked_by: z.string().nullable(),
})
export type EventRefund = z.infer<typeof EventRefund>

const Waiting = z.object({ registrations: z.int(), amount: Money })
export type Waiting = z.infer<typeof Waiting>

export const listEventRefunds = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/refunds',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-finances' },
  tag: 'Devoluções',
  summary: 'As devoluções de um evento: o que espera pelo organizador, depois as mais novas',
  params: IdParams,
  query: PageQuery,
  data: z.array(EventRefund),
  meta: PageMeta,
  extra: z.object({
    event: Party,
    /** What runners asked to cancel and the organizer has to decide on. */
    requested: Waiting,
    /** What was paid for cancelled registrations and their runners have to decide on. */
    undecided: Waiting,
  }),
})

/** A refund as those see it who approve and complete refunds. */
export const RefundTask = EventRefund.extend({
  event: Party,
  organizer: Party,
  provider: z.string(),
  charge_id: z.string().nullable(),
  note: z.string().nullable(),
  approved_by: z.string().nullable(),
  /** It is not finished after `OVERDUE_DAYS`: a person looks after it, and after its monetary correction. */
  is_overdue: z.boolean(),
})
export type RefundTask = z.infer<typeof RefundTask>

const OPERATORS = { access: { roles: ['Admin', 'Empresa'] }, tag: 'Devoluções' } as const

export const listRefunds = defineRoute({
  method: 'GET',
  path: '/admin/refunds',
  ...OPERATORS,
  summary: 'As devoluções; primeiro as que esperam por uma pessoa e as atrasadas',
  query: PageQuery.extend({
    status: z.preprocess((value) => (value === '' ? undefined : value), RefundStatus.optional()),
  }),
  data: z.array(RefundTask),
  meta: LimitedMeta,
})

const note = (missing?: string) =>
  missing
    ? z.string({ error: missing }).trim().min(1, missing).max(500)
    : z.string().trim().max(500).default('')

/** Why a refund is refused: the runner reads it. */
export const RefusalNote = note('Diga por que a devolução foi recusada.')

export const approveRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/approve',
  ...OPERATORS,
  summary: 'Aprova uma devolução, que é enviada ao meio de pagamento',
  params: IdParams,
  body: z.object({ note: note() }),
})
export const refuseRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/refuse',
  ...OPERATORS,
  summary: 'Recusa uma devolução; o valor fica com o organizador',
  params: IdParams,
  body: z.object({ note: RefusalNote }),
})
export const retryRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/retry',
  ...OPERATORS,
  summary: 'Tenta de novo uma devolução que o meio de pagamento não fez',
  params: IdParams,
  body: z.object({ note: note() }),
})
export const completeRefund = defineRoute({
  method: 'POST',
  path: '/admin/refunds/:id/done',
  ...OPERATORS,
  summary: 'Registra que uma devolução foi feita por fora do meio de pagamento',
  params: IdParams,
  body: z.object({ note: note('Diga como a devolução foi feita.') }),
})

/** How long a runner has to decide what becomes of their money, of an enterprise that set nothing. */
export const DEFAULT_CHOICE_DAYS = 7

export const RefundSettings = z.object({
  withdrawal_days: z.int(),
  withdrawal_ends_days_before: z.int(),
  /** From this amount on a refund that an organizer decides on waits for approval; null: never. */
  approval_from: Money.nullable(),
  /** How many days a runner has to decide what becomes of their money, before it is refunded. */
  choice_days: z.int(),
  /** The law's text, to stand beside the settings. */
  law: z.string(),
})
export const getRefundSettings = defineRoute({
  method: 'GET',
  path: '/admin/refund-settings',
  ...OPERATORS,
  summary: 'As regras de desistência e de aprovação de devoluções da empresa',
  data: RefundSettings,
})
const days = (least: number, most: number, message: string) =>
  z.int({ error: message }).min(least, message).max(most, message)
export const saveRefundSettings = defineRoute({
  method: 'PUT',
  path: '/admin/refund-settings',
  ...OPERATORS,
  summary: 'Salva as regras de desistência e de aprovação de devoluções da empresa',
  body: z.object({
    withdrawal_days: days(7, 60, 'O prazo precisa ser de 7 a 60 dias: a lei garante 7.'),
    withdrawal_ends_days_before: days(0, 30, 'O campo precisa ser de 0 a 30'),
    approval_from: MoneyInput.nullable(),
    choice_days: days(1, 30, 'O prazo precisa ser de 1 a 30 dias').default(DEFAULT_CHOICE_DAYS),
  }),
  data: RefundSettings,
})
