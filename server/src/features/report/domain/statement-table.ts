import { toCents } from '#contract/money.ts'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import type { Table } from '#server/lib/table-file.ts'
import { type Books, financesOf, type MoneyRow, splitBooks } from './finances.ts'
import type { StatedEvent } from './statement.ts'
import { sumOf } from './sum.ts'

const money = (heading: string) => ({ heading, kind: 'money' as const })
const COLUMNS: Table['columns'] = [
  { heading: 'Organizador', kind: 'text' },
  { heading: 'Evento', kind: 'text' },
  { heading: 'Código do evento', kind: 'integer' },
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

/** One row for each event and day, in that order. Each column adds up to the statement's figure. */
export function statementTable(events: readonly StatedEvent[], books: Books): Table {
  const byEvent = splitBooks(books, ({ event_id }) => event_id)
  const rows = events.flatMap((event) => {
    const own = byEvent.get(event.id)
    if (!own) return []
    return [...splitBooks(own, ({ day }) => day)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, ofDay]) => rowOf(event, day, ofDay))
  })
  return { name: 'Extrato', columns: COLUMNS, rows }
}

function rowOf({ organizer, title, id }: StatedEvent, day: string, books: Books): (string | number)[] {
  const total = financesOf(books)
  const byType = (value: (row: MoneyRow) => number) =>
    PAYMENT_TYPES.map((_, type) => sumOf(books.money, (row) => (row.type === type ? value(row) : 0)))
  return [
    organizer,
    title,
    id,
    day,
    ...byType(({ received }) => received),
    toCents(total.received) ?? 0,
    ...byType(({ returned }) => returned),
    ...[
      total.returned,
      total.moved,
      total.owed_back,
      total.fees,
      total.setup_fee,
      total.card_fees,
      total.cash,
      total.net,
      total.repeated,
    ].map((amount) => toCents(amount) ?? 0),
  ]
}
