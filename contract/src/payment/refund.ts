// Over 250 lines: the states of a refund, their words, and what runners and organizers see of it.

import { z } from 'zod'
import { addDays, dayIn, toBrazilianDate } from '../dates.ts'
import { Instant, Money, MoneyInput } from '../fields.ts'
import { defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import type { StatusColor } from './payment-status.ts'
import { PAYMENT_TYPE } from './payment-types.ts'

export const REFUND_REASONS = {
  withdrawal: 'Desistência dentro do prazo legal',
  organizer: 'Cancelamento pela organização',
  policy: 'Cancelamento pela política do evento',
  duplicate: 'Pagamento em duplicidade',
  late: 'Pagamento depois do cancelamento',
  event_cancelled: 'Evento cancelado',
  exchange: 'Troca por uma opção mais barata',
  right_rejected: 'Cancelamento depois de um desconto recusado',
  guardian: 'Falta da autorização do responsável',
  deferred: 'Crédito de uma inscrição adiada que não foi usado',
  returned: 'Vaga devolvida e comprada por outra pessoa',
  gateway: 'Devolução feita diretamente no meio de pagamento',
} as const
export type RefundReason = keyof typeof REFUND_REASONS

/** The transitions between these statuses: docs/algorithms/payment.md, "Refunds". */
export const REFUND_STATUSES = {
  requested: { label: 'Em aprovação', color: 'warning' },
  approved: { label: 'Aprovada', color: 'info' },
  sent: { label: 'Em andamento', color: 'info' },
  done: { label: 'Concluída', color: 'success' },
  refused: { label: 'Recusada', color: 'error' },
  needs_person: { label: 'Em tratamento', color: 'warning' },
} as const satisfies Record<string, { label: string; color: StatusColor }>
export type RefundStatus = keyof typeof REFUND_STATUSES

const BY_PIX = 'A nossa equipe devolve por Pix, para a chave de quem pagou.'
const BY_STAFF = 'A nossa equipe está cuidando dela.'

/**
 * Why the gateway does not make a refund, in the words of staff, and what happens next, in words for the
 * organizer. `asksPixKey`: the payer is asked for a Pix key, to which the enterprise pays the amount instead.
 */
export const REFUND_OBSTACLES = {
  too_old: { label: 'O Pix foi pago há mais de 90 dias', next: BY_PIX, asksPixKey: true },
  part: { label: 'É parte de um boleto, que só volta inteiro', next: BY_PIX, asksPixKey: true },
  denied: { label: 'O meio de pagamento não concluiu a devolução', next: BY_PIX, asksPixKey: true },
  refused: { label: 'O meio de pagamento recusou a devolução', next: BY_STAFF, asksPixKey: false },
  unauthorized: {
    label: 'Espera autorização no painel do meio de pagamento',
    next: BY_STAFF,
    asksPixKey: false,
  },
  cash: {
    label: 'O pagamento foi recebido fora do meio de pagamento',
    next: 'A organização devolve o valor pessoalmente.',
    asksPixKey: false,
  },
} as const satisfies Record<string, { label: string; next: string; asksPixKey: boolean }>
export type RefundObstacle = keyof typeof REFUND_OBSTACLES

/** Tells the organizer why a refund needs a person, and who does what next. */
export const stoppedWords = (obstacle: RefundObstacle | null): string =>
  obstacle === null ? BY_STAFF : `${REFUND_OBSTACLES[obstacle].label}. ${REFUND_OBSTACLES[obstacle].next}`

/** For this number of days after the payment a Pix can be refunded (Banco Central, Regulamento do Pix). */
export const PIX_REFUND_DAYS = 90

/** Decided by the organizer or by the event's policy; the law requires the others (CDC art. 35, 42, 49). */
const REFUSABLE: readonly RefundReason[] = ['organizer', 'policy', 'exchange']

export const mayBeRefused = (reason: RefundReason, isEventCancelled: boolean): boolean =>
  REFUSABLE.includes(reason) && !isEventCancelled

export const names = <T extends object>(labels: T) =>
  Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]]
export const RefundReason = z.enum(names(REFUND_REASONS))
export const RefundStatus = z.enum(names(REFUND_STATUSES))

const DURATIONS = [
  'O Pix devolvido chega em minutos à conta de onde saiu.',
  'O boleto é devolvido por transferência, depois que quem pagou informa os dados bancários.',
  'O estorno aparece na fatura do cartão em até duas faturas.',
] as const

export const refundDuration = (type: number): string => DURATIONS[type] ?? ''

/** After this number of days an unfinished refund is listed as overdue. */
export const OVERDUE_DAYS = 10

interface RefundState {
  status: RefundStatus
  type: number
  /** The payer must give the bank account that receives the money. */
  waitsForPayer: boolean
  note: string | null
  askedAt: Date
  obstacle: RefundObstacle | null
  pixKey: PixKeyState | null
}

/** Whether the payer has confirmed the Pix key to which the enterprise pays the refund. */
export const PixKeyState = z.enum(['asked', 'confirmed'])
export type PixKeyState = z.infer<typeof PixKeyState>

/** Tells the runner the state of the refund and the next step. */
export function refundMessage(refund: RefundState): string {
  const { status, type, waitsForPayer, note, askedAt, obstacle, pixKey } = refund
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
      return `A devolução foi feita. ${type === PAYMENT_TYPE.card ? DURATIONS[PAYMENT_TYPE.card] : ''}`.trim()
    case 'refused':
      return note ? `O pedido de devolução foi recusado: ${note}` : 'O pedido de devolução foi recusado.'
    case 'needs_person': {
      if (pixKey === 'asked')
        return 'O meio de pagamento não pode mais fazer esta devolução. Para receber o valor, confirme a sua chave Pix na página da inscrição.'
      if (pixKey === 'confirmed')
        return 'A sua chave Pix está confirmada. A nossa equipe vai devolver o valor por Pix, e você recebe um e-mail quando isso acontecer.'
      if (obstacle === 'cash')
        return 'O pagamento não passou pelo meio de pagamento. A organização devolve o valor pessoalmente.'
      const until = toBrazilianDate(addDays(dayIn('America/Sao_Paulo', askedAt), OVERDUE_DAYS))
      return `O meio de pagamento não fez a devolução, e a nossa equipe está cuidando dela. Se não chegar até ${until}, fale com a gente.`
    }
  }
}

/** What `refundMessage` says beyond the status and its date, which stand beside it. */
export function refundNote(refund: RefundState): string {
  if (refund.status !== 'done') return refundMessage(refund)
  return refund.type === PAYMENT_TYPE.card ? DURATIONS[PAYMENT_TYPE.card] : ''
}

/** As shown to the runner. */
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
  /** Null unless the refund is paid to a Pix key. */
  pix_key: PixKeyState.nullable(),
  message: z.string(),
})
export type Refund = z.infer<typeof Refund>

export const Party = z.object({ id: z.int(), name: z.string() })

export const StaffRefund = Refund.extend({
  /** Why it needs manual handling, in the words of the gateway. */
  failure_reason: z.string().nullable(),
})
export type StaffRefund = z.infer<typeof StaffRefund>

/** As shown to the organizer. */
export const EventRefund = StaffRefund.extend({
  registration: z.object({ id: z.int(), participant: z.string() }),
  payment_type: z.int(),
  /** Null when a rule of the system requested it. */
  asked_by: z.string().nullable(),
  obstacle: z.enum(names(REFUND_OBSTACLES)).nullable(),
})
export type EventRefund = z.infer<typeof EventRefund>

/** The refunds in each status; those without any are left out. */
export const RefundSums = z.array(z.object({ status: RefundStatus, refunds: z.int(), amount: Money }))
export type RefundSums = z.infer<typeof RefundSums>

const Waiting = z.object({ registrations: z.int(), amount: Money })
export type Waiting = z.infer<typeof Waiting>

const RefundsQuery = PageQuery.extend({ status: RefundStatus.optional().catch(undefined) })

/** A refund in a list of several events. */
export const OrganizerRefund = EventRefund.extend({ event: Party })
export type OrganizerRefund = z.infer<typeof OrganizerRefund>

export const listOrganizerRefunds = defineRoute({
  method: 'GET',
  path: '/organizer/refunds',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-finances' },
  tag: 'Devoluções',
  summary: 'As devoluções dos próprios eventos: o que espera pelo organizador, depois as mais novas',
  query: RefundsQuery,
  data: z.array(OrganizerRefund),
  meta: PageMeta,
  /** Without the filter. */
  extra: z.object({ sums: RefundSums }),
})

export const listEventRefunds = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/refunds',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-finances' },
  tag: 'Devoluções',
  summary: 'As devoluções de um evento: o que espera pelo organizador, depois as mais novas',
  params: IdParams,
  query: RefundsQuery,
  data: z.array(EventRefund),
  meta: PageMeta,
  extra: z.object({
    event: Party,
    /** Cancellations that the organizer must decide on. */
    requested: Waiting,
    /** Money paid for cancelled registrations on which their runners must decide. */
    undecided: Waiting,
    /** Of all refunds of the event. */
    sums: RefundSums,
  }),
})

export const OPERATORS = { access: { roles: ['Admin', 'Empresa'] }, tag: 'Devoluções' } as const

export const note = (missing?: string) =>
  missing
    ? z.string({ error: missing }).trim().min(1, missing).max(500)
    : z.string().trim().max(500).default('')

/** The reason of a refusal, which the runner reads. */
export const RefusalNote = note('Diga por que a devolução foi recusada.')

/** The time a runner has to decide what happens to their money; the enterprise may set another. */
export const DEFAULT_CHOICE_DAYS = 7

export const RefundSettings = z.object({
  withdrawal_days: z.int(),
  withdrawal_ends_days_before: z.int(),
  /** From this amount on, a refund decided by an organizer needs approval; null: never. */
  approval_from: Money.nullable(),
  /** The time to decide; then the money is refunded. */
  choice_days: z.int(),
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
