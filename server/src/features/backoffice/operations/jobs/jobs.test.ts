import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { JobRow } from '#contract/backoffice/operations.ts'
import { sendVerificationMail } from '#server/features/account/jobs.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { QUIET_MS } from '#server/lib/mail/recorded-mailer.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from '#test/app.ts'
import { callerOf } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })

const call = callerOf(app, admin)
const overview = async () => (await call('GET', '/admin/overview')).data

describe('tasks', () => {
  /** A job without remaining attempts. */
  async function failedJob(userId: number): Promise<number> {
    await transaction(db, (tx) => addJob(tx, sendVerificationMail, { userId }))
    const { rows } = await sql<{ id: number }>`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = '550 <ana@exemplo.test> 52998224725'
      where id = (select max(id) from graphile_worker._private_jobs) returning id`.execute(db)
    return rows[0]?.id ?? 0
  }
  const listed = async (state: string): Promise<JobRow[]> =>
    (await call('GET', `/admin/jobs?state=${state}`)).data

  test('failed ones are shown without personal data, retried, and disappear once done', async () => {
    const user = await createUser(db, { emailVerifiedAt: null })
    const id = await failedJob(user.id)
    expect((await overview()).jobs.failed).toBe(1)
    expect((await overview()).mail.waiting).toBe(1)
    expect(await listed('failed')).toMatchObject([
      {
        id,
        task: 'send-verification-mail',
        state: 'failed',
        last_error: '550 <[e-mail]> [documento]',
        payload: [{ name: 'userId', value: String(user.id) }],
      },
    ])
    expect((await call('POST', `/admin/jobs/${id}/retry`)).status).toBe(200)
    expect(await listed('failed')).toEqual([])
    expect(await listed('waiting')).toMatchObject([{ id, attempts: 0 }])
    expect((await overview()).jobs).toMatchObject({ failed: 0, queued: 1 })
    await runJobsOnce(app.deps)
    // Polled, because a finished job is deleted shortly after it ran.
    await expect.poll(() => listed('waiting')).toEqual([])
    expect((await overview()).mail.last_sent_at).not.toBeNull()
    // A job that no longer exists is not an error.
    expect((await call('POST', `/admin/jobs/${id}/retry`)).status).toBe(200)
  })

  test('all failed ones are retried together', async () => {
    const user = await createUser(db, { emailVerifiedAt: null })
    for (const _ of [1, 2, 3]) await failedJob(user.id)
    const again = async () => (await call('POST', '/admin/jobs/retry-failed')).data
    expect(await again()).toEqual({ retried: 3 })
    expect(await again()).toEqual({ retried: 0 })
    await runJobsOnce(app.deps)
    await expect.poll(() => listed('waiting')).toEqual([])
  })

  test('are found by event, registration, charge and person', async () => {
    const event = await createEvent(db)
    const user = await createUser(db, { name: 'Zuleica Rara' })
    const order = await createOrder(db, event, { buyer: user, payment: { status: 0 } })
    const registrationId = order.registrations[0]?.id ?? 0
    await db
      .updateTable('payments')
      .set({ charge_id: 'cob_procurada', provider: 'sandbox' })
      .where('payer_user_id', '=', user.id)
      .execute()
    const { id: paymentId } = await db
      .selectFrom('payments')
      .where('payer_user_id', '=', user.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const runAt = new Date(Date.now() + 3_600_000)
    const added = async (payload: object) => {
      const { rows } = await sql<{ id: number }>`
        select id from graphile_worker.add_job('close-payment', ${JSON.stringify(payload)}::json, run_at => ${runAt})`.execute(
        db,
      )
      return rows[0]?.id ?? 0
    }
    const ofUser = await added({ userId: user.id })
    const ofRegistration = await added({ registrationId })
    const ofPayment = await added({ paymentId })
    const ofEvent = await added({ eventId: event.id })
    await added({ userId: admin.id })
    const found = async (body: object) =>
      (await call('POST', '/admin/jobs/search', { state: 'waiting', ...body })).data
        .map(({ id }: JobRow) => id)
        .sort((a: number, b: number) => a - b)
    expect(await found({ event_id: event.id })).toEqual([ofRegistration, ofPayment, ofEvent])
    expect(await found({ search: 'cob_procurada' })).toEqual([ofPayment])
    expect(await found({ search: 'zuleica' })).toEqual([ofUser, ofRegistration, ofPayment])
    expect(await found({ search: user.cpf, event_id: event.id })).toEqual([ofRegistration, ofPayment])
    expect(await found({ search: String(registrationId) })).toEqual(
      expect.arrayContaining([ofRegistration, ofPayment]),
    )
    expect(await found({ search: String(ofEvent) })).toEqual([ofEvent])
    expect(await found({ search: 'cob_nenhuma' })).toEqual([])
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))`.execute(
      db,
    )
  })

  test('are discarded once', async () => {
    const id = await failedJob(admin.id)
    for (const _ of [1, 2]) expect((await call('DELETE', `/admin/jobs/${id}`)).status).toBe(200)
    expect(await listed('failed')).toEqual([])
    expect((await call('DELETE', '/admin/jobs/999999999')).status).toBe(404)
  })

  test('cannot be changed while they run', async () => {
    const id = await failedJob(admin.id)
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x', attempts = 1 where id = ${id}`.execute(
      db,
    )
    expect((await call('POST', `/admin/jobs/${id}/retry`)).status).toBe(409)
    expect((await call('DELETE', `/admin/jobs/${id}`)).status).toBe(409)
    expect(await listed('waiting')).toMatchObject([{ id, state: 'running' }])
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
  })
})

test('failing mail is shown without addresses until a message is sent', async () => {
  const user = await createUser(db, { emailVerifiedAt: null })
  const silent = await testApp(db, { env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  // Later than any message of the tests above could have been sent without being recorded.
  silent.deps.clock.advance(QUIET_MS)
  await transaction(db, (tx) => addJob(tx, sendVerificationMail, { userId: user.id }))
  await runJobsOnce(silent.deps)
  await silent.close()
  // Polled, because a failed attempt is recorded shortly after it ran.
  await expect.poll(async () => (await overview()).mail.waiting).toBe(1)
  const { failing_since_last: failing } = (await overview()).mail
  expect(failing.reason).toContain('ECONNREFUSED')
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  // The clock of this process is behind that of the other, so the failure comes shortly after its success.
  const sending = await testApp(db)
  await runJobsOnce(sending.deps)
  await sending.close()
  await expect
    .poll(async () => (await overview()).mail)
    .toMatchObject({ failing_since_last: null, waiting: 0 })
})
