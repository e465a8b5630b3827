import type { Statement, StatementQuery } from '#contract/report/statement.ts'
import { type Db, inSnapshot } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import type { Table } from '#server/lib/table-file.ts'
import { presentStatement, type StatedEvent } from './domain/statement.ts'
import { paymentTable, statementTable } from './domain/statement-table.ts'
import { listDonations, listStated, listStatedPayments, readBooks, type Scope } from './queries.ts'

/** docs/algorithms/report.md defines the figures. */
export async function readStatement(db: Db, scope: Scope, query: StatementQuery): Promise<Statement> {
  const { events, chosen, books, donations } = await read(db, scope, query)
  return presentStatement({ events, chosen, books, donations, organizerId: query.organizer_id })
}

/** One row per event and day, or per payment. Throws 422 for more payments than a spreadsheet can handle. */
export async function writeStatement(
  db: Db,
  scope: Scope,
  { by, ...query }: StatementQuery & { by: 'day' | 'payment' },
): Promise<Table> {
  const name = ['Extrato', query.from, query.to && `a-${query.to}`].filter(Boolean).join('-')
  if (by === 'payment') {
    const chosen = chosenOf(await listStated(db, scope), query)
    const payments = await listStatedPayments(
      db,
      chosen.map(({ id }) => id),
      query,
      MOST_PAYMENTS + 1,
    )
    if (payments.length > MOST_PAYMENTS)
      throw invalidField('from', 'São pagamentos demais para um arquivo. Escolha um período menor.')
    return { ...paymentTable(chosen, payments), name: name.replace('Extrato', 'Pagamentos') }
  }
  const { chosen, books } = await read(db, scope, query)
  return { ...statementTable(chosen, books), name }
}

const MOST_PAYMENTS = 100_000

const chosenOf = (events: readonly StatedEvent[], query: StatementQuery) =>
  events.filter(
    ({ id, organizer_id }) =>
      (query.organizer_id === undefined || organizer_id === query.organizer_id) &&
      (query.event_id === undefined || id === query.event_id),
  )

function read(db: Db, scope: Scope, query: StatementQuery) {
  return inSnapshot(db, async (snapshot) => {
    const events = await listStated(snapshot, scope)
    const chosen = chosenOf(events, query)
    const ids = chosen.map(({ id }) => id)
    return {
      events,
      chosen,
      books: await readBooks(snapshot, ids, query),
      donations: await listDonations(snapshot, ids, query),
    }
  })
}
