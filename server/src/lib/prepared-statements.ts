import type pg from 'pg'

/** A statement is prepared from this use on. */
const USES = 20
/** Bounds the memory of PostgreSQL: each connection keeps the plans of the statements that it has run. */
const MOST_PREPARED = 150
/** Bounds the texts whose uses are counted; then counting starts again. */
const MOST_COUNTED = 2_000
/** The columns of a prepared statement must not change, but `*` gets those that an upgrade adds. */
const ANY_COLUMN = /(?:select|returning|,)\s+\*|\.\*/i

const BEGIN = /^begin\b/
const END = /^(?:commit|rollback)$/

/**
 * Prepares the statements of transactions that write: a connection parses and plans each of them once, which
 * takes longer than running them.
 */
export function prepareInTransactions(client: pg.Client, nameOf: (text: string) => string | undefined): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  let prepares = false
  client.query = ((first: unknown, ...rest: unknown[]) => {
    if (typeof first !== 'string') return send(first, ...rest)
    if (BEGIN.test(first)) prepares = true
    else if (END.test(first)) prepares = false
    const [values, ...others] = rest
    const name = prepares && Array.isArray(values) && values.length > 0 ? nameOf(first) : undefined
    return name ? send({ name, text: first, values }, ...others) : send(first, ...rest)
  }) as typeof client.query
}

/**
 * Names the frequent statements of a pool. Not all of them, because the number of texts has no limit: `in` and
 * `values` list their parameters.
 */
export function frequentStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name || names.size === MOST_PREPARED || ANY_COLUMN.test(text)) return name
    const used = (uses.get(text) ?? 0) + 1
    if (used < USES) {
      if (uses.size === MOST_COUNTED) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    const next = `statement-${names.size + 1}`
    names.set(text, next)
    return next
  }
}
