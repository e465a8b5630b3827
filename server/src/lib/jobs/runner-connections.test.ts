import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { lossyNetwork } from '#test/lossy-network.ts'
import { poolOf } from '../db.ts'
import { runnerConnections } from './runner-connections.ts'

const { db, url } = await testDatabase()
const network = await lossyNetwork(url)
afterAll(() => network.stop())

async function sleeping(): Promise<number> {
  const { rows } = await poolOf(db).query<{ count: number }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
  )
  return rows[0]?.count ?? -1
}

test('after the end nothing is sent or received, even on a connection that was being opened', async () => {
  await poolOf(db).query('create table sent (what text)')
  const { pool, end } = runnerConnections(network.url, 2, () => undefined)
  const insert = (what: string) => pool.query('insert into sent values ($1)', [what])
  await insert('before')
  const answered = expect(pool.query('select pg_sleep(60)')).rejects.toThrow('Connection terminated')
  await expect.poll(sleeping).toBe(1)
  network.delay(100)
  const connected = expect(insert('late')).rejects.toThrow('Client was closed')
  await end()
  await Promise.all([answered, connected])
  await expect(insert('later')).rejects.toThrow('after calling end')
  const { rows } = await poolOf(db).query('select what from sent')
  expect(rows).toEqual([{ what: 'before' }])
})
