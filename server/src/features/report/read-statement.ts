import type { Statement, StatementQuery } from '#contract/report/statement.ts'
import { type Db, inSnapshot } from '#server/lib/db.ts'
import type { Table } from '#server/lib/table-file.ts'
import type { Books } from './domain/finances.ts'
import { presentStatement } from './domain/statement.ts'
import { statementTable } from './domain/statement-table.ts'
import { listDonations, listStated, readBooks, type Scope, type StatedEvent } from './queries.ts'

interface Read {
  /** All events of the scope. */
  events: StatedEvent[]
  /** Those that pass the filters. */
  chosen: StatedEvent[]
  books: Books
  donations: Awaited<ReturnType<typeof listDonations>>
}

/** The finances of the events of a scope: docs/algorithms/report.md. */
export async function readStatement(db: Db, scope: Scope, query: StatementQuery): Promise<Statement> {
  const { events, chosen, books, donations } = await read(db, scope, query)
  return presentStatement({ events, chosen, books, donations, organizerId: query.organizer_id })
}

/** The same as a table, one row for each event and day. */
export async function writeStatement(db: Db, scope: Scope, query: StatementQuery): Promise<Table> {
  const { chosen, books } = await read(db, scope, query)
  return statementTable(chosen, books)
}

function read(db: Db, scope: Scope, query: StatementQuery): Promise<Read> {
  return inSnapshot(db, async (snapshot) => {
    const events = await listStated(snapshot, scope)
    const chosen = events.filter(
      ({ id, organizer_id }) =>
        (query.organizer_id === undefined || organizer_id === query.organizer_id) &&
        (query.event_id === undefined || id === query.event_id),
    )
    const ids = chosen.map(({ id }) => id)
    return {
      events,
      chosen,
      books: await readBooks(snapshot, ids, query),
      donations: await listDonations(snapshot, ids, query),
    }
  })
}
