// @module-tag operation
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { sendVerificationMail } from '#server/features/account/jobs.ts'
import { createChargeJob } from '#server/features/payment/create-charge.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { SMTP_CONNECTIONS } from '#server/lib/mail/mailer.ts'
import { runJobs } from '#server/worker.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createUser } from './factories/user.ts'
import { listeningApp } from './listening-app.ts'
import { press } from './payments.ts'

vi.setConfig({ testTimeout: 60_000 })
const POLL = { timeout: 45_000, interval: 50 }
const MESSAGES = 12
const ORDERS = 8

const { db } = await testDatabase()

/** A mail server that accepts connections and never answers. */
const sockets = new Set<Socket>()
const hangingServer = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
await new Promise<void>((resolve) => hangingServer.listen(0, '127.0.0.1', resolve))
const address = hangingServer.address()
const port = typeof address === 'object' ? address?.port : 0
function closeConnections() {
  hangingServer.close()
  for (const socket of sockets) socket.destroy()
}

const app = await listeningApp(db, { env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
afterAll(() => app.close())

test('a mail server that accepts connections but never answers delays no charge and no gateway message', async () => {
  const event = await createEvent(db)
  const user = await createUser(db, { emailVerifiedAt: null })
  await transaction(db, async (tx) => {
    for (let i = 0; i < MESSAGES; i++) await addJob(tx, sendVerificationMail, { userId: user.id })
  })
  const running = await runJobs(app.deps)
  // Every connection to the mail server is occupied before other jobs are added.
  await expect.poll(() => sockets.size, POLL).toBe(SMTP_CONNECTIONS)

  for (let i = 0; i < ORDERS; i++) {
    const { registrations } = await createOrder(db, event)
    await transaction(db, (tx) =>
      addJob(tx, createChargeJob, { paymentId: registrations[0]?.paymentId ?? 0 }),
    )
  }
  const charges = async () =>
    (await db.selectFrom('payments').select('charge_id').execute()).flatMap(
      ({ charge_id }) => charge_id ?? [],
    )
  await expect.poll(async () => (await charges()).length, POLL).toBe(ORDERS)
  for (const chargeId of await charges()) await press(app, chargeId, 'pagar')
  const confirmed = async () =>
    (await db.selectFrom('registrations').select('id').where('status', '=', 1).execute()).length
  await expect.poll(confirmed, POLL).toBe(ORDERS)

  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker.jobs where task_identifier = ${sendVerificationMail.name}`.execute(
    db,
  )
  expect(rows[0]?.count, 'messages that wait').toBe(MESSAGES)
  closeConnections()
  await running.stop()
})
