import { afterAll, afterEach, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type EventOptions } from '#test/factories/event.ts'
import { createUser, nextNumber } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo, tokenIn } from '#test/mail.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})

const disown = (token: string) => app.call('POST', '/registrations/disown', { body: { token } })
const registrationOf = (id: number) =>
  db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

async function notified(options: EventOptions = {}) {
  const event = await createEvent(db, { capacity: 2, ...options })
  const buyer = await createUser(db)
  const email = `Convidada${nextNumber()}@exemplo.test`
  const body = submission(event, { participants: [companion({ name: 'Carla Dias', email })] })
  const answer = await register(app, event, buyer, body)
  const [, { id = 0 } = {}] = answer.json().data.registrations as { id: number }[]
  const [mail] = await mailTo(app, email.toLowerCase())
  return { event, buyer, email: email.toLowerCase(), id, mail, token: tokenIn(mail, '/nao-sou-eu') }
}

test('notifies an additional participant with an e-mail address, without the CPF, and only once', async () => {
  const { event, email, buyer, mail, id } = await notified()
  expect(mail?.subject).toBe(`Você foi inscrito em ${event.title}`)
  expect(mail?.text).toContain('/nao-sou-eu?token=')
  expect(mail?.text).not.toContain((await registrationOf(id)).cpf)
  await runJobsOnce(app.deps)
  expect(await mailTo(app, email)).toHaveLength(1)
  expect(
    (await mailTo(app, buyer.email)).some(({ subject }) => subject.startsWith('Você foi inscrito')),
  ).toBe(false)
})

test('opening the page changes nothing; disowning cancels an unpaid registration and its charge', async () => {
  const { event, buyer, id, token } = await notified()
  await app.fastify.inject({ url: `/nao-sou-eu?token=${token}` })
  expect(await registrationOf(id)).toMatchObject({ status: 0 })

  const answer = await disown(token)
  expect([answer.statusCode, answer.json().data]).toEqual([200, { outcome: 'released' }])
  expect(answer.json().message).toBe('A inscrição foi cancelada. Nada será cobrado de você.')
  expect(await registrationOf(id)).toMatchObject({ status: 2, cancel_reason: 'disowned', held_level_ids: [] })
  expect((await mailTo(app, buyer.email)).at(-1)?.subject).toBe(`Inscrição cancelada: ${event.title}`)
  const charge = await db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .innerJoin('sandbox.charges as c', 'c.id', 'p.charge_id')
    .where('i.registration_id', '=', id)
    .select(['p.status', 'c.status as at_gateway'])
    .execute()
  expect(charge).toEqual([{ status: PAYMENT_STATUS.cancelled, at_gateway: 'CANCELLED' }])
  // Disowning again gives the same response, although another buyer has taken the spot.
  expect((await register(app, event, await createUser(db), submission(event))).statusCode).toBe(201)
  expect((await disown(token)).json().data).toEqual({ outcome: 'released' })
  const said = await db
    .selectFrom('audit_log')
    .where('action', '=', 'registration.disowned')
    .where('entity_id', '=', id)
    .select('id')
    .execute()
  expect(said).toHaveLength(1)
})

test('keeps a paid registration and notifies the organizer once', async () => {
  const { event, id, token } = await notified()
  const { charge_id: chargeId } = await db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('i.registration_id', '=', id)
    .select('p.charge_id')
    .executeTakeFirstOrThrow()
  await app.fastify.inject({ method: 'POST', url: `/sandbox/pagar/${chargeId}/pagar` })
  await runJobsOnce(app.deps)
  expect(await registrationOf(id)).toMatchObject({ status: 1 })

  const answers = await Promise.all([disown(token), disown(token)])
  expect(answers.map((answer) => answer.json().data.outcome)).toEqual(['reported', 'reported'])
  expect(await registrationOf(id)).toMatchObject({ status: 1 })
  const reports = (await mailTo(app, 'contato@exemplo.test')).filter(({ subject }) =>
    subject.endsWith(event.title),
  )
  expect(reports.map(({ subject }) => subject)).toEqual([`Inscrição contestada: ${event.title}`])
})

test('cancels a free registration', async () => {
  const { id, token } = await notified({ kits: [{ valueCents: 0, feeRate: 0 }] })
  expect((await disown(token)).json().data).toEqual({ outcome: 'released' })
  expect(await registrationOf(id)).toMatchObject({ status: 2, cancel_reason: 'disowned' })
})

test('rejects an unknown link, and a link after the race', async () => {
  const { event, id, token } = await notified()
  expect((await disown('x'.repeat(43))).statusCode).toBe(400)
  const { event_on } = await db
    .selectFrom('events')
    .where('id', '=', event.id)
    .select('event_on')
    .executeTakeFirstOrThrow()
  app.deps.clock.set(new Date(new Date(`${event_on}T12:00:00Z`).getTime() + 86_400_000))
  const late = await disown(token)
  expect([late.statusCode, late.json().message]).toEqual([
    400,
    'O link é inválido ou já foi usado. Solicite um novo.',
  ])
  expect(await registrationOf(id)).toMatchObject({ status: 0 })
})

test('stores only the hash of a link', async () => {
  const { id, token } = await notified()
  const links = await db
    .selectFrom('disownment_links')
    .where('registration_id', '=', id)
    .select('token_hash')
    .execute()
  expect(links).toEqual([{ token_hash: hashToken(token) }])
})

test('rejects an invalid e-mail address at its field, and treats an empty one as absent', async () => {
  const event = await createEvent(db)
  const answerTo = async (email: string) => {
    const body = submission(event, { participants: [companion({ email })] })
    return register(app, event, await createUser(db), body)
  }
  const refused = await answerTo('sem arroba')
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { 'participants.0.email': ['Email inválido'] },
  ])
  expect((await answerTo('')).statusCode).toBe(201)
})
