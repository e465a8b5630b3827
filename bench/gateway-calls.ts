import { addDays, dayIn, instantIn } from '#contract/dates.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import { PAYMENT_CRONS } from '#server/features/payment/jobs.ts'
import { expirePaymentsJob } from '#server/features/payment/sweeps/expire-payments.ts'
import { recheckPaymentsJob } from '#server/features/payment/sweeps/recheck-payments.ts'
import type { Db } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import type { TestApp } from '#test/app.ts'
import { asaasEnvironment } from '#test/asaas/gateways.ts'
import { type AsaasStandIn, startAsaas } from '#test/asaas/stand-in.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { listeningApp } from '#test/listening-app.ts'
import type { Bench } from './bench.ts'
import { withDatabase } from './database.ts'

const REGISTRATIONS = 1_000
const MOST_CALLS = 4 * REGISTRATIONS
/** Until the last boleto has expired. */
const DAYS = 11
const STEP_MS = 1_800_000
const STEPS_A_DAY = 48
/** Of twenty payers, thirteen pay by Pix, one by boleto, six by card. */
const TYPES = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2] as const

/** Counts the calls that the stand-in for Asaas receives, from each registration to its last sweep. */
export const gatewayCalls: Bench = {
  name: 'gateway-calls',
  about: `calls to Asaas for ${REGISTRATIONS.toLocaleString('en')} registrations within a day, each by a new payer who opens the payment page; 65 % by Pix, 30 % by card, 5 % by boleto; 30 % are not paid, are checked for ${DAYS} days and expire`,
  run: () =>
    withDatabase(async (db) => {
      const asaas = await startAsaas({ clock: { now: () => app.deps.clock.now() } })
      const app = await listeningApp(db, {
        env: { ...asaasEnvironment(asaas), PAYMENT_GATEWAY: 'asaas', DEMO: 'off', RATE_LIMITS: 'on' },
      })
      await runDays(app, asaas)
      await app.close()
      await asaas.close()
      const counts = Map.groupBy(asaas.calls, ({ call }) => call)
      const rows = [...counts].map(([call, { length }]): [string, number] => [call, length])
      const broken = asaas.calls.length < MOST_CALLS ? [] : [`more than ${MOST_CALLS} calls`]
      const open = await countOpen(db)
      if (open > 0) broken.push(`${open} payments are still open`)
      return [
        {
          title: `Calls for ${REGISTRATIONS.toLocaleString('en')} registrations`,
          columns: ['', 'calls'],
          rows: [...rows.toSorted((a, b) => b[1] - a[1]), ['all', asaas.calls.length]],
          broken,
        },
      ]
    }),
}

const countOpen = async (db: Db): Promise<number> =>
  (await db.selectFrom('payments').where('status', 'in', [0, 4]).select('id').execute()).length

/** Runs in the past, so that jobs with a later time are due at once. */
async function runDays(app: TestApp, asaas: AsaasStandIn): Promise<void> {
  const { deps, db } = app
  const event = await createEvent(db)
  const begin = instantIn(BANK_ZONE, addDays(dayIn(BANK_ZONE, new Date()), -DAYS - 1), '00:00').getTime()
  const reported = new Set<string>()
  let made = 0
  for (let step = 0; step < DAYS * STEPS_A_DAY; step++) {
    deps.clock.set(new Date(begin + step * STEP_MS))
    const wanted = step < STEPS_A_DAY ? Math.ceil((REGISTRATIONS * (step + 1)) / STEPS_A_DAY) : made
    for (; made < wanted; made++) await register(app, asaas, event, made)
    if (step === 2 * STEPS_A_DAY) await creditBoletos(app, asaas)
    await expirePaymentsJob.run(deps, { pauses: 0 })
    await recheckPaymentsJob.run(deps, { pauses: 0 })
    if (step % STEPS_A_DAY === 0) await runNightly(app)
    await reportEnded(app, asaas, reported)
    await runJobsOnce(deps)
  }
}

async function register(app: TestApp, asaas: AsaasStandIn, event: TestEvent, n: number): Promise<void> {
  const type = TYPES[n % TYPES.length] ?? 0
  const createdAt = app.deps.clock.now()
  const dueOn = addDays(dayIn(BANK_ZONE, createdAt), type === 1 ? 3 : 1)
  const { registrations } = await createOrder(app.db, event, {
    payment: { provider: 'asaas', type, dueOn },
    createdAt,
  })
  const paymentId = at(registrations, 0).paymentId ?? 0
  await tryCreateCharge(app.deps, paymentId)
  const { token, charge_id } = await app.db
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .select(['token', 'charge_id'])
    .executeTakeFirstOrThrow()
  const chargeId = charge_id ?? ''
  await send(app, asaas, 'PAYMENT_CREATED', chargeId)
  await app.call('GET', `/payments/${token}`)
  if (Math.floor(n / TYPES.length) % 10 < 3) return
  const status = type === 0 ? 'RECEIVED' : 'CONFIRMED'
  asaas.change(chargeId, { status })
  await send(app, asaas, `PAYMENT_${status}`, chargeId)
}

/** Boletos are credited on the next day, cards after a month. */
async function creditBoletos(app: TestApp, asaas: AsaasStandIn): Promise<void> {
  for (const { id, status, billingType } of asaas.list())
    if (status === 'CONFIRMED' && billingType === 'BOLETO') {
      asaas.change(id, { status: 'RECEIVED' })
      await send(app, asaas, 'PAYMENT_RECEIVED', id)
    }
}

/** The scheduled jobs that call the gateway once a day. */
async function runNightly({ deps }: TestApp): Promise<void> {
  const nightly = ['reconcile-days', 'check-disputes']
  for (const { job } of PAYMENT_CRONS) if (nightly.includes(job.name)) await job.run(deps, {})
}

/** Asaas reports charges that became overdue or were deleted. */
async function reportEnded(app: TestApp, asaas: AsaasStandIn, reported: Set<string>): Promise<void> {
  const today = dayIn(BANK_ZONE, app.deps.clock.now())
  for (const { id, status, deleted, dueDate } of asaas.list()) {
    const isOverdue = status === 'PENDING' && !deleted && dueDate < today
    if (isOverdue) asaas.change(id, { status: 'OVERDUE' })
    if (!isOverdue && !deleted) continue
    const event = deleted ? 'PAYMENT_DELETED' : 'PAYMENT_OVERDUE'
    if (reported.has(event + id)) continue
    reported.add(event + id)
    await send(app, asaas, event, id)
  }
}

async function send(app: TestApp, asaas: AsaasStandIn, event: string, chargeId: string): Promise<void> {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v1/webhooks/asaas',
    headers: { 'content-type': 'application/json', 'asaas-access-token': asaas.webhookToken },
    payload: asaas.message(event, chargeId),
  })
  if (answer.statusCode !== 200) throw new Error(`the webhook answered ${answer.statusCode}`)
}
