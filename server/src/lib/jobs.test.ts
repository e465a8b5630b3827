import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import type { Deps } from '../deps.ts'
import { poolOf, transaction } from './db.ts'
import { addJob, defineJob, startWorker } from './jobs.ts'

const { db } = await testDatabase()
const deps = { db, log: pino({ level: 'silent' }) } as Deps

test('a job exists if and only if its transaction does, and gets its payload parsed', async () => {
  const heard = Promise.withResolvers<unknown>()
  const greet = defineJob('greet', z.object({ name: z.string().trim() }), async (_deps, payload) =>
    heard.resolve(payload),
  )
  const runner = await startWorker(deps, [greet])
  await expect(
    transaction(db, async (tx) => {
      await addJob(tx, greet, { name: 'never' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await transaction(db, (tx) => addJob(tx, greet, { name: '  Ana ' }))
  expect(await heard.promise).toEqual({ name: 'Ana' })
  await runner.stop()
  expect(await jobCount()).toBe(0)
})

test('stopping lets a running job finish and leaves the waiting ones', async () => {
  const started = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let ended = false
  const slow = defineJob('slow', z.object({}), async () => {
    started.resolve()
    await mayEnd.promise
    ended = true
  })
  const later = defineJob('later', z.object({}), async () => undefined)
  const runner = await startWorker(deps, [slow, later])
  await transaction(db, async (tx) => {
    await addJob(tx, slow, {})
    await addJob(tx, later, {}, { runAt: new Date(Date.now() + 3_600_000) })
  })
  await started.promise
  const stopped = runner.stop()
  mayEnd.resolve()
  await stopped
  expect(ended).toBe(true)
  expect(await jobCount()).toBe(1)
})

test('the same key is one waiting job', async () => {
  const keyed = defineJob('keyed', z.object({ n: z.number() }), async () => undefined)
  const before = await jobCount()
  for (const n of [1, 2, 3]) await transaction(db, (tx) => addJob(tx, keyed, { n }, { jobKey: 'one' }))
  expect(await jobCount()).toBe(before + 1)
})

test('a job that a dead process held runs again', async () => {
  const ran = Promise.withResolvers<void>()
  const held = defineJob('held', z.object({}), async () => ran.resolve())
  await transaction(db, (tx) => addJob(tx, held, {}))
  await poolOf(db).query(`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead',
    locked_at = now() - interval '1 minute' where task_id = (select id from graphile_worker._private_tasks where identifier = 'held')`)
  const runner = await startWorker(deps, [held])
  await ran.promise
  await runner.stop()
})

async function jobCount(): Promise<number> {
  const { rows } = await poolOf(db).query<{ count: number }>('select count(*) from graphile_worker.jobs')
  return rows[0]?.count ?? -1
}
