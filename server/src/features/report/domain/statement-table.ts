import { PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { Table } from '#server/lib/table-file.ts'
import { type Books, type MoneyRow, splitBooks, sumsOf } from './finances.ts'
import type { StatedEvent } from './statement.ts'
import { sumOf } from './sum.ts'

const money = (heading: string) => ({ heading, kind: 'money' as const })
const EVENT_COLUMNS: Table['columns'] = [
  { heading: 'Organizador', kind: 'text' },
  { heading: 'Evento', kind: 'text' },
  { heading: 'Código do evento', kind: 'integer' },
]
const COLUMNS: Table['columns'] = [
  ...EVENT_COLUMNS,
  { heading: 'Dia', kind: 'day' },
  ...[
    ...PAYMENT_TYPES.map((name) => `Recebido em ${name}`),
    'Recebido',
    ...PAYMENT_TYPES.map((name) => `Devolvido em ${name}`),
    'Devolvido',
    'Crédito de outra data',
    'A devolver',
    'Taxa de serviço',
    'Taxa de publicação',
    'Tarifa do parcelamento',
    'Recebido em dinheiro',
    'Líquido',
    'Pago em duplicidade',
  ].map(money),
]

/** One row per event and day. Each column's sum equals the statement's figure. */
export function statementTable(events: readonly StatedEvent[], books: Books): Omit<Table, 'name'> {
  const byEvent = splitBooks(books, ({ event_id }) => event_id)
  const rows = events.flatMap((event) => {
    const own = byEvent.get(event.id)
    if (!own) return []
    return [...splitBooks(own, ({ day }) => day)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, ofDay]) => rowOf(event, day, ofDay))
  })
  return { columns: COLUMNS, rows }
}

function rowOf({ organizer, title, id }: StatedEvent, day: string, books: Books): (string | number)[] {
  const total = sumsOf(books)
  const byType = (value: (row: MoneyRow) => number) =>
    PAYMENT_TYPES.map((_, type) => sumOf(books.money, (row) => (row.type === type ? value(row) : 0)))
  return [
    organizer,
    title,
    id,
    day,
    ...byType(({ received }) => received),
    total.received,
    ...byType(({ returned }) => returned),
    total.returned,
    total.moved,
    total.owed_back,
    total.fees,
    total.setup_fee,
    total.card_fees,
    total.cash,
    total.net,
    total.repeated,
  ]
}

export interface StatedPayment {
  event_id: number
  id: number
  provider: string
  charge_id: string | null
  type: number
  status: number
  amount_cents: number
  returned_cents: number
  registrations: string
  paid_at: string
}

const PAYMENT_COLUMNS: Table['columns'] = [
  ...EVENT_COLUMNS,
  { heading: 'Pagamento', kind: 'integer' },
  { heading: 'Gateway', kind: 'text' },
  { heading: 'Código no gateway', kind: 'text' },
  { heading: 'Inscrições', kind: 'text' },
  { heading: 'Forma', kind: 'text' },
  { heading: 'Situação', kind: 'text' },
  { heading: 'Pago em', kind: 'instant' },
  money('Valor'),
  money('Devolvido'),
]

/** One row per payment, oldest first, for comparison with the gateway's own list. */
export function paymentTable(
  events: readonly StatedEvent[],
  payments: readonly StatedPayment[],
): Omit<Table, 'name'> {
  const byId = new Map(events.map((event) => [event.id, event]))
  return {
    columns: PAYMENT_COLUMNS,
    rows: payments.map((payment) => {
      const event = byId.get(payment.event_id)
      return [
        event?.organizer ?? '',
        event?.title ?? '',
        payment.event_id,
        payment.id,
        payment.provider,
        payment.charge_id,
        payment.registrations,
        PAYMENT_TYPES[payment.type] ?? '',
        PAYMENT_STATUSES[payment.status]?.label ?? 'Desconhecido',
        payment.paid_at,
        payment.amount_cents,
        payment.returned_cents,
      ]
    }),
  }
}
