// @module-tag operation
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { runJobsOnce } from '#server/worker.ts'
import { asaasEnvironment, testedAsaas, testedSandbox } from '#test/asaas/gateways.ts'
import { startAsaas } from '#test/asaas/stand-in.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { manyPayments } from '#test/many-payments.ts'
import {
  chargedRegistration,
  findPayment,
  findRegistration,
  listRefunds,
  reportStatus,
} from '#test/payments.ts'
import { tryCreateCharge } from '../create-charge.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { GatewayUnavailable } from '../gateways/gateway.ts'
import { cancelLostCharges } from './cancel-lost-charges.ts'
import { findDay, getChargePrefix, listDifferences } from './queries.ts'
import { reconcilePage } from './reconcile-day.ts'
import { RECONCILIATION_CRON } from './reconcile-days.ts'

const { db, url } = await testDatabase()
const asaas = await startAsaas()
afterAll(asaas.close)
const app = await listeningApp(db, { env: asaasEnvironment(asaas) })
afterAll(app.close)
const event = await createEvent(db)
const payer = await createUser(db)
const today = dayIn(BANK_ZONE, new Date())

const aCharge = {
  type: 0 as const,
  installments: 1,
  split: null,
  amountCents: 1000,
  dueOn: addDays(today, 2),
  expiresAt: null,
  description: 'Inscrição',
  payer: { userId: payer.id, name: 'Ana', cpf: '24971563792', email: 'ana@exemplo.test', phone: '' },
}

/** Compares the charges of today, or of the given day, completely. */
async function reconcile(provider: string, day = today) {
  while (!(await reconcilePage(app.deps, { provider, day })));
  const differences = await listDifferences(db, { from: day, to: day })
  return {
    ...(await findDay(db, provider, day)),
    differences: differences.filter((one) => one.provider === provider),
  }
}

describe.each([
  ['the sandbox', testedSandbox(app)],
  ['the stand-in for Asaas', testedAsaas(app, asaas)],
])('%s', (_, { provider, gateway: tested, change }) => {
  const charged = () => chargedRegistration(app, event, { payment: { provider } })

  test('payments, refunds and disputes with lost messages are applied; the fee is stored', async () => {
    const [paid, refunded, disputed, open] = [
      await charged(),
      await charged(),
      await charged(),
      await charged(),
    ]
    for (const { paymentId } of [refunded, disputed]) await reportStatus(app, paymentId, PAYMENT_STATUS.paid)
    await change(paid.chargeId, 'received')
    await change(refunded.chargeId, 'refunded')
    await change(disputed.chargeId, 'disputed')
    expect(await reconcile(provider)).toMatchObject({ repaired: 3, differences: [] })

    expect(await findPayment(app, paid.paymentId)).toMatchObject({
      status: 2,
      gateway_fee_cents: expect.any(Number),
    })
    expect(await findRegistration(app, paid.registrationId)).toMatchObject({ status: 1 })
    expect((await findPayment(app, refunded.paymentId)).status).toBe(5)
    expect((await findPayment(app, disputed.paymentId)).status).toBe(10)
    expect((await findPayment(app, open.paymentId)).status).toBe(0)
    expect(await reconcile(provider)).toMatchObject({ repaired: 0, differences: [] })
  })

  test('a reference without the id of the installation, as older payments have, is adopted and compared', async () => {
    const order = await createOrder(db, event, { payment: { provider } })
    const id = order.registrations[0]?.paymentId ?? 0
    const externalReference = randomUUID()
    const values = { external_reference: externalReference, charge_attempts: 1 }
    await db.updateTable('payments').set(values).where('id', '=', id).execute()
    const { amount_cents: amountCents } = await findPayment(app, id)
    const charge = await tested.createCharge({ ...aCharge, externalReference, amountCents })
    await tryCreateCharge(app.deps, id)
    expect(await findPayment(app, id)).toMatchObject({ charge_id: charge.id })
    await change(charge.id, 'received')
    expect(await reconcile(provider)).toMatchObject({ repaired: 1, differences: [] })
    expect(await findPayment(app, id)).toMatchObject({ status: PAYMENT_STATUS.paid })
  })

  test('a paid second charge is refunded; differences without a rule are listed: a foreign charge, an unreadable one', async () => {
    const twice = await charged()
    await reportStatus(app, twice.paymentId, PAYMENT_STATUS.paid)
    await change(twice.chargeId, 'received')
    const { external_reference, amount_cents } = await findPayment(app, twice.paymentId)
    const charge = { ...aCharge, amountCents: amount_cents }
    const second = await tested.createCharge({ ...charge, externalReference: external_reference })
    const strange = await tested.createCharge({ ...charge, externalReference: 'de outro sistema' })
    for (const { id } of [second, strange]) await change(id, 'received')
    const lost = await charged()
    await db.updateTable('payments').set({ charge_id: 'unknown' }).where('id', '=', lost.paymentId).execute()
    await db.deleteFrom('sandbox.deliveries').where('charge_id', '=', lost.chargeId).execute()
    await db.deleteFrom('sandbox.charges').where('id', '=', lost.chargeId).execute()

    const { differences, repaired } = await reconcile(provider)
    expect(repaired).toBe(1)
    const repeated = await db
      .selectFrom('payments')
      .where('charge_id', '=', second.id)
      .select(['id', 'duplicate_of'])
      .executeTakeFirstOrThrow()
    expect(repeated.duplicate_of).toBe(twice.paymentId)
    expect(await listRefunds(app, repeated.id)).toMatchObject([{ reason: 'duplicate' }])
    const of = (kind: string) => differences.filter((one) => one.kind === kind)
    expect(of('unknown_charge')).toMatchObject([{ charge_id: strange.id, payment_id: null }])
    expect(of('unreadable_charge')).toMatchObject([{ charge_id: 'unknown', payment_id: lost.paymentId }])
    // Repeating it gives the same differences.
    expect((await reconcile(provider)).differences.map(({ kind }) => kind).sort()).toEqual(
      differences.map(({ kind }) => kind).sort(),
    )
    await reportStatus(app, lost.paymentId, PAYMENT_STATUS.cancelled)
  })
})

test('more charges than fit on a page, and a process that dies between two pages', async () => {
  const { gateway: tested, provider } = testedAsaas(app, asaas)
  const before = (await reconcile(provider)).charges ?? 0
  const charges = []
  for (let i = 0; i < 230; i++)
    charges.push(
      await tested.createCharge({
        ...aCharge,
        externalReference: `page test ${i}`,
      }),
    )
  expect(await reconcilePage(app.deps, { provider, day: today })).toBe(false)
  // The page is recorded once: the next process continues after it.
  const outage = { ...tested, listCharges: () => Promise.reject(new GatewayUnavailable('503')) }
  await expect(
    reconcilePage({ ...app.deps, gateway: outage, otherGateways: [] }, { provider, day: today }),
  ).rejects.toThrow('503')
  expect(await reconcilePage(app.deps, { provider, day: today })).toBe(false)
  expect(await reconcilePage(app.deps, { provider, day: today })).toBe(true)
  expect((await findDay(db, provider, today))?.charges).toBe(before + charges.length)
})

test('payments whose charges the gateway does not list are read in limited steps, each once', async () => {
  const { provider } = app.deps.gateway
  const count = 120
  const race = await createEvent(db)
  await manyPayments(db, race, { count, dueOn: addDays(today, 3), isCharged: true, createdAt: new Date() })
  let reads = 0
  const listsNothing = {
    ...app.deps.gateway,
    listCharges: async () => ({ charges: [], next: null }),
    getCharge: async () => {
      reads += 1
      throw new Error('unknown')
    },
  }
  const deps = { ...app.deps, gateway: listsNothing, otherGateways: [] }
  let steps = 1
  while (!(await reconcilePage(deps, { provider, day: today }))) {
    steps += 1
    expect(reads).toBeLessThanOrEqual(steps * 50)
  }
  expect(steps).toBeGreaterThan(2)
  expect(reads).toBeGreaterThanOrEqual(count)
  expect((await findDay(db, provider, today))?.charges).toBe(reads)
})

test('a gateway that becomes unavailable while charges are read one by one stops the day without a difference', async () => {
  const { provider } = app.deps.gateway
  const day = addDays(today, -20)
  const race = await createEvent(db)
  const createdAt = new Date(`${day}T15:00:00Z`)
  await manyPayments(db, race, { count: 1, dueOn: addDays(today, 3), isCharged: true, createdAt })
  const unavailable = {
    ...app.deps.gateway,
    listCharges: async () => ({ charges: [], next: null }),
    getCharge: () => Promise.reject(new GatewayUnavailable('503')),
  }
  await expect(
    reconcilePage({ ...app.deps, gateway: unavailable, otherGateways: [] }, { provider, day }),
  ).rejects.toThrow('503')
  expect((await findDay(db, provider, day))?.finished_at).toBeNull()
  expect(await listDifferences(db, { from: day, to: day })).toEqual([])
})

test('the nightly job compares every day that is due, also after missed nights, and again at the listed ages', async () => {
  const { provider } = app.deps.gateway
  const nightly = async (night: Date) => {
    app.deps.clock.set(night)
    await RECONCILIATION_CRON.job.run(app.deps, {})
    await runJobsOnce(app.deps)
  }
  const comparedOn = async (day: string) => {
    const compared = await findDay(db, provider, day)
    return compared?.finished_at ? dayIn(BANK_ZONE, compared.started_at) : null
  }
  const at = (day: string) => new Date(`${day}T06:30:00Z`)
  await nightly(at(addDays(today, 4)))
  for (const age of [0, 1, 2, 3]) expect(await comparedOn(addDays(today, age))).toBe(addDays(today, 4))
  expect(await comparedOn(addDays(today, 4))).toBeNull()
  await nightly(at(addDays(today, 5)))
  expect(await comparedOn(today)).toBe(addDays(today, 4))
  await nightly(at(addDays(today, 8)))
  expect(await comparedOn(today)).toBe(addDays(today, 8))
  expect(await comparedOn(addDays(today, 4))).toBe(addDays(today, 5))
  expect(await comparedOn(addDays(today, 2))).toBe(addDays(today, 4))
  app.deps.clock.set(new Date())
}, 60_000)

describe('npm run payments:reconcile', () => {
  async function run(...args: string[]) {
    const child = spawn(process.execPath, ['server/src/payments-reconcile.ts', ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: url,
        DATA_DIR: app.deps.config.dataDir,
        PAYMENT_GATEWAY: 'asaas',
        ...asaasEnvironment(asaas),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, complaint, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ])
    return { code, output, complaint: complaint.trim() }
  }

  test('compares the requested days, lists the differences and exits with 1', async () => {
    const { code, output } = await run('--from', addDays(today, -1), '--to', today)
    expect(output).toMatch(/asaas: 0 comparadas, 0 corrigidas\n.* asaas: \d{3} comparadas, \d+ corrigidas\n/)
    expect(output).toMatch(
      /Cobrança paga que não é nossa: pay_\w+ \(asaas\), criada em [\d/]+, no gateway pago, R\$\u00a0110,00/,
    )
    expect(code).toBe(1)
    expect(await run('--from', '2001-01-01', '--to', '2001-01-01')).toEqual({
      code: 0,
      output: '01/01/2001 asaas: 0 comparadas, 0 corrigidas\n',
      complaint: '',
    })
  })

  test('after a restore: cancels open charges whose payment was lost, lists paid ones, and leaves those of others', async () => {
    const { gateway: tested, provider, change } = testedAsaas(app, asaas)
    const lost = [
      await chargedRegistration(app, event, { payment: { provider } }),
      await chargedRegistration(app, event, { payment: { provider } }),
    ]
    const [open, paid] = await Promise.all(
      lost.map(async ({ paymentId }) => {
        const { external_reference: externalReference } = await findPayment(app, paymentId)
        expect(externalReference).toMatch(/^largada:[0-9a-f]{12}:[0-9a-f-]{36}$/)
        // The same installation created this charge after the moment to which it was restored.
        return tested.createCharge({ ...aCharge, externalReference: `${externalReference}-lost` })
      }),
    )
    const another = await tested.createCharge({
      ...aCharge,
      externalReference: 'largada:0123456789ab:91d3a6d0-4e32-4d35-9d19-6a3a5b0c9f11',
    })
    if (!open || !paid) throw new Error('no charges')
    await change(paid.id, 'received')
    expect((await reconcile(provider)).differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'lost_open', charge_id: open.id }),
        expect.objectContaining({ kind: 'lost_paid', charge_id: paid.id }),
      ]),
    )
    expect((await tested.getCharge(open.id)).status).toBe(PAYMENT_STATUS.pending)

    const { code, output } = await run('--from', today, '--to', today)
    expect(code).toBe(1)
    expect(output).toContain('\n1 cobrança cancelada: a inscrição se perdeu\n')
    expect(output).toContain(`Cobrança paga de uma inscrição que se perdeu: ${paid.id} (asaas)`)
    expect(output).not.toContain(open.id)
    expect((await tested.getCharge(open.id)).status).toBe(PAYMENT_STATUS.cancelled)
    expect((await tested.getCharge(another.id)).status).toBe(PAYMENT_STATUS.pending)
    for (const { chargeId } of lost)
      expect((await tested.getCharge(chargeId)).status).toBe(PAYMENT_STATUS.pending)

    // Staff return the money at the gateway, and the next comparison finds nothing left to do.
    await change(paid.id, 'refunded')
    const { differences } = await reconcile(provider)
    expect(differences.filter(({ kind }) => kind.startsWith('lost'))).toEqual([])
  })

  test('a lost charge that is paid before it is cancelled becomes one to give back', async () => {
    const { gateway: tested, provider, change } = testedAsaas(app, asaas)
    const prefix = await getChargePrefix(db)
    const charge = await tested.createCharge({ ...aCharge, externalReference: `${prefix}paid-meanwhile` })
    await reconcile(provider)
    await change(charge.id, 'received')
    expect(await cancelLostCharges(app.deps, { from: today, to: today })).toBe(0)
    expect(await listDifferences(db, { from: today, to: today })).toContainEqual(
      expect.objectContaining({ kind: 'lost_paid', charge_id: charge.id, status: PAYMENT_STATUS.paid }),
    )
    await change(charge.id, 'refunded')
  })

  test('explains invalid options in one sentence', async () => {
    expect(await run('--from', 'ontem')).toMatchObject({
      code: 1,
      complaint: 'Informe --from e --to como aaaa-mm-dd, o primeiro dia antes do último.',
    })
    expect(await run('--since', '2026-11-01')).toMatchObject({
      code: 1,
      complaint: 'Opção desconhecida. Use --from e --to.',
    })
  })
})

test('all invariants hold afterwards', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})
