import pg from 'pg'

async function asking<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

/** PostgreSQL's identifier of the cluster. */
export const readSystemIdentifier = (url: string): Promise<string> =>
  asking(url, async (client) => {
    const { rows } = await client.query<{ system: string }>(
      'select system_identifier::text as system from pg_control_system()',
    )
    return rows[0]?.system ?? ''
  })

/** Whether the write-ahead log is still being replayed, and the time of the last change that was. */
export const selectRecovery = (url: string): Promise<{ recovers: boolean; last: Date | null }> =>
  asking(url, async (client) => {
    const { rows } = await client.query<{ recovers: boolean; last: Date | null }>(
      'select pg_is_in_recovery() as recovers, pg_last_xact_replay_timestamp() as last',
    )
    return rows[0] ?? { recovers: true, last: null }
  })

export const giveBackRole = (url: string, role: string, password: string): Promise<void> =>
  asking(url, async (client) => {
    await client.query(`alter role ${pg.escapeIdentifier(role)} password ${pg.escapeLiteral(password)}`)
  })
