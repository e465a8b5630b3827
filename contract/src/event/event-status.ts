export const EVENT_STATUS = { closed: 0, open: 1, expired: 2, cancelled: 3 } as const
export const EVENT_STATUSES = ['Inativo', 'Ativo', 'Expirado', 'Cancelado'] as const
export const eventStatusLabel = (code: number): string => EVENT_STATUSES[code] ?? 'Desconhecido'

/** The status of a modality, kit, coupon, term, question or payment method. */
export const ITEM_STATUS = { inactive: 0, active: 1 } as const
