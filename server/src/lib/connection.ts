import type pg from 'pg'

/** Settings of every session: they bound locks and end sessions whose client vanished without closing. */
export const SESSION: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  // For statements outside `transaction`.
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30s',
  // Starting a parallel worker takes as long as scanning 50,000 registrations.
  parallel_setup_cost: '10000',
}

interface Limits {
  purpose?: string
  statementMs?: number
  /** A pooler in transaction mode rejects `options`: the settings are stored with the role (`migrate.ts`). */
  pooled?: boolean
}

export const connectionOptions = (
  url: string,
  { purpose, statementMs, pooled }: Limits = {},
): pg.ClientConfig => ({
  connectionString: url,
  application_name: purpose ? `largada-${purpose}` : 'largada',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  ...(!pooled && {
    options: Object.entries({ ...SESSION, ...(statementMs && { statement_timeout: `${statementMs}ms` }) })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }),
})

/** A pooler in transaction mode may use another session, where a prepared statement is unknown. */
export function forgetStatementNames(client: pg.Client): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((first: unknown, ...rest: unknown[]) =>
    typeof first === 'object' && first !== null && 'name' in first && !('submit' in first)
      ? send({ ...first, name: undefined }, ...rest)
      : send(first, ...rest)) as typeof client.query
}

/**
 * Ends the connection when a query gets no response within `afterMs`. Neither `statement_timeout` nor
 * keepalive detects a network that drops packets: keepalive probes are not sent while data is unacknowledged,
 * and pg would wait for a quarter of an hour.
 */
export function endWhenSilent(
  client: pg.Client,
  afterMs: number,
  onAnswer: () => void = () => undefined,
): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    // `end` destroys a busy connection, and its queries fail with `Connection terminated`.
    const timer = setTimeout(() => void client.end(), afterMs)
    const answered = () => {
      clearTimeout(timer)
      onAnswer()
    }
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const onResult = (...result: unknown[]) => {
        answered()
        callback(...result)
      }
      return send(...args.slice(0, -1), onResult)
    }
    const result = send(...args)
    if (result instanceof Promise) result.then(answered, answered)
    else answered()
    return result
  }) as typeof client.query
}
