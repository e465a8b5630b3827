/** The 14 states of a payment, with the API's words and labels; the code is the position. */
export const PAYMENT_STATUSES = [
  { word: 'pendente', label: 'Pendente', color: 'warning' },
  { word: 'recebido', label: 'Recebido', color: 'success' },
  { word: 'pago', label: 'Pago', color: 'success' },
  { word: 'confirmado', label: 'Confirmado', color: 'success' },
  { word: 'vencido', label: 'Vencido', color: 'error' },
  { word: 'reembolsado', label: 'Reembolsado', color: 'secondary' },
  { word: 'cancelado', label: 'Cancelado', color: 'error' },
  { word: 'falhou', label: 'Falhou', color: 'error' },
  { word: 'expirado', label: 'Expirado', color: 'warning' },
  { word: 'recusado', label: 'Recusado', color: 'error' },
  { word: 'revertido', label: 'Revertido', color: 'info' },
  { word: 'aguardando', label: 'Aguardando', color: 'info' },
  { word: 'finalizado', label: 'Finalizado', color: 'primary' },
  { word: 'rejeitado', label: 'Rejeitado', color: 'error' },
] as const

export type StatusColor = 'warning' | 'success' | 'error' | 'secondary' | 'info' | 'primary' | 'default'

export const PAYMENT_STATUS = {
  pending: 0, // waits for the payer
  receivedInCash: 1, // received by hand, outside the gateway
  paid: 2, // the money is available
  confirmed: 3, // paid, not settled yet
  overdue: 4, // past due, may still be paid
  refunded: 5, // in full
  cancelled: 6, // before it was paid
  failed: 7, // the gateway refused to create the charge
  expired: 8, // its grace is over, the spots were released
  refused: 9, // the card was refused; the same link may be tried again
  reversed: 10, // disputed, or the dispute was lost
  awaiting: 11, // in analysis, or a dispute was won
  settled: 12, // paid out to the organizer
  rejected: 13, // by risk analysis; may be tried again
} as const

const PAID: readonly number[] = [1, 2, 3, 12]
const OPEN: readonly number[] = [0, 4, 9, 11, 13]
const VOID: readonly number[] = [6, 7, 8]

/** Paid: the registration is Confirmado while its payment is in one of these states. */
export const isPaid = (code: number): boolean => PAID.includes(code)
/** Paid, also while it is disputed. */
export const holdsMoney = (code: number): boolean => isPaid(code) || code === PAYMENT_STATUS.reversed
/** Still payable at the gateway. */
export const isOpen = (code: number): boolean => OPEN.includes(code)
/** Ended without money. */
export const isVoid = (code: number): boolean => VOID.includes(code)

/** The label and color of a payment state by its word; unknown words give 'Desconhecido'. */
export function paymentChip(word: string | null | undefined): { label: string; color: StatusColor } {
  const wanted = word?.trim().toLowerCase()
  return (
    PAYMENT_STATUSES.find((status) => status.word === wanted) ?? { label: 'Desconhecido', color: 'default' }
  )
}

/** Zero reads 'Gratuito' whatever the status (specification page 1 §4). */
export const isFreeValue = (value: string | number | null | undefined): boolean =>
  !value || Number(value) === 0

const codeOf = (word: string | null | undefined): number =>
  PAYMENT_STATUSES.findIndex((status) => status.word === word?.trim().toLowerCase())

/** Whether the payment can be paid by its link: not when overdue, void, reversed or paid. */
export const isLinkUsable = (link: string | null | undefined, word: string | null | undefined): boolean =>
  Boolean(link) && [0, 9, 11, 13].includes(codeOf(word))

/** Whether the payment can be looked at by its link: unless Vencido or Cancelado (specification page 1 §2.9). */
export const isLinkShown = (link: string | null | undefined, word: string | null | undefined): boolean =>
  Boolean(link) && ![PAYMENT_STATUS.overdue, PAYMENT_STATUS.cancelled].some((code) => code === codeOf(word))

export const REGISTRATION_STATUSES = [
  { label: 'Pendente', color: 'warning' },
  { label: 'Confirmado', color: 'success' },
  { label: 'Cancelado', color: 'error' },
] as const
export const REGISTRATION_STATUS = { pending: 0, confirmed: 1, cancelled: 2 } as const

export const EVENT_STATUSES = ['Inativo', 'Ativo', 'Expirado', 'Cancelado'] as const
export const eventStatusLabel = (code: number): string => EVENT_STATUSES[code] ?? 'Desconhecido'
