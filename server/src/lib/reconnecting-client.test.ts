// @module-tag operation
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { lossyNetwork } from '#test/lossy-network.ts'
import { poolOf } from './db.ts'
import { connectForGood } from './reconnecting-client.ts'

const { db, url } = await testDatabase()
const network = await lossyNetwork(url)
afterAll(() => network.stop())
const POLLING = { timeout: 12_000, interval: 20 }

test('subscriptions are restored after a lost connection', async () => {
  let prepared = 0
  let beats = 0
  const received: string[] = []
  const kept = await connectForGood(network.url, {
    purpose: 'test',
    log: pino({ level: 'silent' }),
    async prepare(client: pg.Client) {
      client.on('notification', ({ payload }) => received.push(payload ?? ''))
      await client.query('listen test_channel')
      prepared++
    },
    beat(client) {
      beats++
      return client.query('select 1')
    },
    beatMs: 50,
    retryMs: 50,
  })
  const tell = (payload: string) => poolOf(db).query("select pg_notify('test_channel', $1)", [payload])
  await tell('first')
  await expect.poll(() => received, POLLING).toEqual(['first'])
  // Timers and listeners must not accumulate.
  const listeners = kept.client()?.listenerCount('end')
  await expect.poll(() => beats, POLLING).toBeGreaterThan(5)
  expect(kept.client()?.listenerCount('end')).toBe(listeners)

  await poolOf(db).query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'largada-test'",
  )
  await expect.poll(() => prepared, POLLING).toBe(2)
  await tell('after it was ended')
  await expect.poll(() => received, POLLING).toContain('after it was ended')

  network.drop('all')
  await expect.poll(() => kept.client(), POLLING).toBeNull()
  network.restore()
  await expect.poll(() => prepared, POLLING).toBe(3)
  await tell('after it was lost')
  await expect.poll(() => received, POLLING).toContain('after it was lost')
  await kept.stop()
})
