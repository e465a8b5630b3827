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
  pending: 0,
  receivedInCash: 1,
  paid: 2,
  confirmed: 3,
  overdue: 4,
  refunded: 5,
  cancelled: 6,
  failed: 7,
  expired: 8,
  refused: 9,
  reversed: 10,
  awaiting: 11,
  settled: 12,
  rejected: 13,
} as const

const PAID: readonly number[] = [1, 2, 3, 12]
const OPEN: readonly number[] = [0, 4, 9, 11, 13]
const VOID: readonly number[] = [6, 7, 8]

/** Paid: the registration is Confirmado while its payment is in one of these states. */
export const isPaid = (code: number): boolean => PAID.includes(code)
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

/** Whether the payment link is usable: not when overdue, void, reversed or paid. */
export function isLinkUsable(link: string | null | undefined, word: string | null | undefined): boolean {
  const code = PAYMENT_STATUSES.findIndex((status) => status.word === word?.trim().toLowerCase())
  return Boolean(link) && [0, 9, 11, 13].includes(code)
}

export const REGISTRATION_STATUSES = [
  { label: 'Pendente', color: 'warning' },
  { label: 'Confirmado', color: 'success' },
  { label: 'Cancelado', color: 'error' },
] as const
export const REGISTRATION_STATUS = { pending: 0, confirmed: 1, cancelled: 2 } as const

export const EVENT_STATUSES = ['Inativo', 'Ativo', 'Expirado', 'Cancelado'] as const
export const eventStatusLabel = (code: number): string => EVENT_STATUSES[code] ?? 'Desconhecido'

export const PAYMENT_TYPES = ['Pix', 'Boleto', 'Cartão de Crédito'] as const
