/** The index is the status code. */
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
  receivedInCash: 1, // received in cash or by hand, outside the gateway
  paid: 2, // credited by the gateway
  confirmed: 3, // paid, not credited by the gateway yet
  overdue: 4, // past due, can still be paid
  refunded: 5, // refunded in full
  cancelled: 6, // cancelled before it was paid
  failed: 7, // the gateway refused to create the charge
  expired: 8, // not paid in time; its spots were released
  refused: 9, // the card was refused; the same link can be tried again
  reversed: 10, // disputed, or the dispute was lost
  awaiting: 11, // in analysis, or a dispute was won
  settled: 12, // paid out to the organizer
  rejected: 13, // refused by risk analysis; can be tried again
} as const

const { pending, receivedInCash, paid, confirmed, settled, overdue } = PAYMENT_STATUS
const { cancelled, failed, expired, refused, awaiting, rejected } = PAYMENT_STATUS
export const PAID_STATUSES: readonly number[] = [receivedInCash, paid, confirmed, settled]
const OPEN: readonly number[] = [pending, overdue, refused, awaiting, rejected]
const VOID: readonly number[] = [cancelled, failed, expired]

/** A registration is Confirmado while its payment has such a status. */
export const isPaid = (code: number): boolean => PAID_STATUSES.includes(code)
export const holdsMoney = (code: number): boolean => isPaid(code) || code === PAYMENT_STATUS.reversed
/** The gateway still accepts the payment. */
export const isOpen = (code: number): boolean => OPEN.includes(code)
/** The payment ended unpaid. */
export const isVoid = (code: number): boolean => VOID.includes(code)

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

const USABLE: readonly number[] = [pending, refused, awaiting, rejected]

/** Whether the payment can be paid by its link. */
export const isLinkUsable = (link: string | null | undefined, word: string | null | undefined): boolean =>
  Boolean(link) && USABLE.includes(codeOf(word))

/** Hidden for Vencido and Cancelado (specification page 1 §2.9). */
export const isLinkShown = (link: string | null | undefined, word: string | null | undefined): boolean =>
  Boolean(link) && ![PAYMENT_STATUS.overdue, PAYMENT_STATUS.cancelled].some((code) => code === codeOf(word))

export const REGISTRATION_STATUSES = [
  { label: 'Pendente', color: 'warning' },
  { label: 'Confirmado', color: 'success' },
  { label: 'Cancelado', color: 'error' },
] as const
export const REGISTRATION_STATUS = { pending: 0, confirmed: 1, cancelled: 2 } as const
