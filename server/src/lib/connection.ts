import type pg from 'pg'

/**
 * What every session asks of PostgreSQL, whoever runs the server: nothing of ours may hold a lock for long, and a session whose
 * other end is gone, without a word, ends by itself.
 */
const SESSION: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  // For what runs outside a transaction, where nothing else sets a limit.
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30s',
}

interface Limits {
  /** What the session is called in `pg_stat_activity`, after `largada`. */
  purpose?: string
  /** How long PostgreSQL may take for one statement, if not 30 s. */
  statementMs?: number
}

/** How one connects: with a session's limits, and with probes that find out when nobody is there any more. */
export const connectionOptions = (url: string, { purpose, statementMs }: Limits = {}): pg.ClientConfig => ({
  connectionString: url,
  application_name: purpose ? `largada-${purpose}` : 'largada',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: Object.entries({ ...SESSION, ...(statementMs && { statement_timeout: `${statementMs}ms` }) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
})

/**
 * Ends the connection when an answer does not come for so long. PostgreSQL's own limit for statements is of no use when the
 * network loses what is sent: probes are then held back behind it, and pg would wait for a quarter of an hour.
 */
export function endWhenSilent(client: pg.Client, afterMs: number): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    // Ending it cuts it, since it is busy, and fails what waits for it: `Connection terminated`.
    const timer = setTimeout(() => void client.end(), afterMs)
    const heard = () => clearTimeout(timer)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const told = (...outcome: unknown[]) => {
        heard()
        callback(...outcome)
      }
      return send(...args.slice(0, -1), told)
    }
    const answer = send(...args)
    if (answer instanceof Promise) answer.then(heard, heard)
    else heard()
    return answer
  }) as typeof client.query
}
