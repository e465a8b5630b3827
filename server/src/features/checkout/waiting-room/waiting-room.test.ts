import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { orderRequest } from '#test/factories/order-request.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { proofs } from '#test/proof-of-work.ts'
import { register, submission } from '#test/wizard.ts'

// Two servers share a database and secrets; all requests use HTTP.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const other = await testApp(db, { deps: { secrets: app.deps.secrets }, env: { RATE_LIMITS: 'on' } })
afterAll(other.close)

const organizer = await createOrganizer(db)
const createRace = (changes: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(db, { organizerId: organizer.organizerId, ...changes })

const mark = (event: TestEvent, isMarked: boolean) =>
  app.call('PUT', `/organizer/events/${event.id}/waiting-room`, {
    token: organizer.token,
    body: { is_marked: isMarked },
  })

const stateOf = async (event: { id: number }, server = app) =>
  (await server.call('GET', `/events/${event.id}/waiting-room`)).json().data

/** Advances by a second: both servers admit people and read which rooms are open. */
async function passSecond(seconds = 1): Promise<void> {
  for (const server of [app, other]) server.deps.clock.advance(seconds * 1_000)
  await Promise.all([app.deps.waitingRooms.tick(), other.deps.waitingRooms.tick()])
}

async function openRoom(changes?: Parameters<typeof createEvent>[1]): Promise<TestEvent> {
  const event = await createRace(changes)
  await mark(event, true)
  await passSecond()
  return event
}

/** Solves a proof of work as a browser does, and sends it. */
async function askForTicket(event: { id: number }, server = app, nonces?: Generator<number>) {
  const { challenge } = await stateOf(event, server)
  const nonce = (nonces ?? proofs(challenge)).next().value
  return server.call('POST', `/events/${event.id}/waiting-room/tickets`, { body: { challenge, nonce } })
}

const takeTicket = async (
  event: { id: number },
  server?: TestApp,
): Promise<{ ticket: string; number: number }> => (await askForTicket(event, server)).json().data

const start = (event: { id: number }, user: TestUser, ticket?: string, server = app) =>
  server.call('GET', `/participant/events/${event.id}/start`, {
    token: user.token,
    headers: ticket === undefined ? {} : { 'waiting-room-ticket': ticket },
  })

/** Opens the wizard while there is no room; returns the pass. */
async function openWizard(event: { id: number }, user: TestUser, server = app): Promise<string> {
  const answer = await start(event, user, undefined, server)
  expect(answer.statusCode).toBe(200)
  return answer.json().data.pass
}

const order = (event: TestEvent, user: TestUser, pass: string, server = app) =>
  server.call('POST', `/events/${event.id}/register-participant`, {
    token: user.token,
    body: submission(event),
    headers: { 'waiting-room-pass': pass },
  })

const MINUTE = 60
const LATER = 31 * MINUTE

/**
 * Expects this share of what a server registers in a second. Either server may have admitted the people.
 * Tolerates that a test's second takes some milliseconds longer.
 */
function expectShare(people: number, share: number): void {
  const perSecond = [app, other].map(({ deps }) => deps.registrationQueue.perSecond())
  expect(people).toBeGreaterThanOrEqual(Math.floor(Math.min(...perSecond) * share))
  expect(people).toBeLessThan(Math.max(...perSecond) * share * 1.4 + 1)
}

test('without a room everybody can register, and there are no tickets', async () => {
  const event = await createRace()
  await passSecond()
  expect(await stateOf(event)).toMatchObject({ is_open: false, challenge: null })
  const runner = await createUser(db)
  expect((await start(event, runner)).statusCode).toBe(200)
  expect((await register(app, event, runner, submission(event))).statusCode).toBe(201)
})

test('while a room is open, nobody enters the wizard or registers without a ticket', async () => {
  const event = await openRoom()
  const runner = await createUser(db)
  for (const answer of [await start(event, runner), await register(app, event, runner, submission(event))]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'in_waiting_room' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('an admitted user enters the wizard and registers, on any server and later without the ticket', async () => {
  const event = await openRoom()
  const runner = await createUser(db)
  const { ticket, number } = await takeTicket(event)
  expect(number).toBe(1)
  await passSecond()
  expect((await stateOf(event)).admitted).toBeGreaterThanOrEqual(1)
  expect((await start(event, runner, ticket, other)).statusCode).toBe(200)
  expect((await start(event, runner)).statusCode).toBe(200)
  expect((await register(app, event, runner, submission(event))).statusCode).toBe(201)
})

test('a user who opened the wizard before the room opened may finish within thirty minutes, on any server', async () => {
  const event = await createRace()
  const runners = await Promise.all([createUser(db), createUser(db), createUser(db)])
  const [reloading, quick, slow] = runners as [TestUser, TestUser, TestUser]
  const passes = await Promise.all(runners.map((runner) => openWizard(event, runner)))
  const [ofReloading = '', ofQuick = '', ofSlow = ''] = passes
  await mark(event, true)
  await passSecond(29 * MINUTE)
  const again = await other.call('GET', `/participant/events/${event.id}/start`, {
    token: reloading.token,
    headers: { 'waiting-room-pass': ofReloading },
  })
  expect(again.json().data.pass, 'a reload does not renew it').toBe(ofReloading)
  expect((await order(event, quick, ofQuick, other)).statusCode).toBe(201)
  await passSecond(2 * MINUTE)
  expect((await order(event, slow, ofSlow)).statusCode).toBe(503)
  expect((await order(event, reloading, ofReloading)).statusCode).toBe(503)
})

test('a pass is valid for one account and one event, and cannot be forged', async () => {
  const [event, elsewhere] = [await createRace(), await createRace()]
  const [runner, another] = await Promise.all([createUser(db), createUser(db)])
  const foreign = [await openWizard(event, another), await openWizard(elsewhere, runner)]
  await mark(event, true)
  await passSecond()
  const { ticket } = await takeTicket(event)
  const own = `pass.${event.id}.${runner.id}.${app.deps.clock.now().getTime()}`
  for (const pass of [...foreign, ticket, own, `${own}.`, `${own}.${foreign[0]?.split('.').at(-1)}`, 'x'])
    expect((await order(event, runner, pass)).statusCode, pass).toBe(503)
})

test('switching the room off and on admits only users who opened the wizard in between', async () => {
  const event = await openRoom()
  const [outside, inside] = await Promise.all([createUser(db), createUser(db)])
  expect((await register(app, event, outside, submission(event))).statusCode).toBe(503)
  await mark(event, false)
  await passSecond()
  const pass = await openWizard(event, inside)
  await mark(event, true)
  await passSecond()
  expect((await register(app, event, outside, submission(event))).statusCode).toBe(503)
  expect((await order(event, inside, pass)).statusCode).toBe(201)
})

test('before the registration period the wizard issues no pass', async () => {
  const tomorrow = addDays(dayIn('America/Sao_Paulo', app.deps.clock.now()), 1)
  const event = await createRace({
    registrationStartsOn: tomorrow,
    registrationEndsOn: addDays(tomorrow, 5),
    eventOn: addDays(tomorrow, 9),
    timezone: 'America/Sao_Paulo',
  })
  expect(await openWizard(event, await createUser(db))).toBeNull()
})

test('a repeated order gets its first response even while its buyer would have to wait', async () => {
  const event = await createRace()
  const runner = await createUser(db)
  const body = submission(event)
  const first = await register(app, event, runner, body, 'sent-before-the-room')
  await mark(event, true)
  await passSecond(LATER)
  const again = await register(app, event, runner, body, 'sent-before-the-room')
  expect(again.json().data.registrations).toEqual(first.json().data.registrations)
})

test('both servers issue each number once, and people are admitted once a second at the measured rate', {
  tags: 'operation',
}, async () => {
  const event = await openRoom()
  await passSecond()
  const { challenge } = await stateOf(event)
  const nonces = proofs(challenge)
  const sent = Array.from({ length: 20 }, (_, n) => askForTicket(event, n % 2 === 0 ? app : other, nonces))
  const numbers = (await Promise.all(sent)).map((answer) => answer.json().data.number)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))

  await db.updateTable('waiting_rooms').set({ issued: 10_000 }).where('event_id', '=', event.id).execute()
  await passSecond()
  const { admitted: before } = await stateOf(event)
  await passSecond()
  const { admitted: after, per_minute } = await stateOf(event)
  expectShare(after - before, 1 / 2)
  expect(per_minute / (after - before) / 60).toBeCloseTo(1, 1)
})

test('rooms with waiting people share the rate', async () => {
  const rooms = [await openRoom(), await openRoom()]
  const ids = rooms.map(({ id }) => id)
  await db.updateTable('waiting_rooms').set({ issued: 10_000 }).where('event_id', 'in', ids).execute()
  // Other rooms of this file may also have waiting people.
  const { waited } = await db
    .selectFrom('waiting_rooms')
    .whereRef('admitted', '<', 'issued')
    .select(({ fn }) => fn.countAll<number>().as('waited'))
    .executeTakeFirstOrThrow()
  await passSecond()
  const before = await Promise.all(rooms.map((room) => stateOf(room)))
  await passSecond()
  const after = await Promise.all(rooms.map((room) => stateOf(room)))
  for (const [i, { admitted }] of after.entries())
    expectShare(admitted - before[i].admitted, 1 / 2 / Number(waited))
})

test('nobody is admitted before registrations begin, and then by number', async () => {
  const tomorrow = addDays(dayIn('America/Sao_Paulo', app.deps.clock.now()), 1)
  const event = await openRoom({
    registrationStartsOn: tomorrow,
    registrationEndsOn: addDays(tomorrow, 5),
    eventOn: addDays(tomorrow, 9),
    timezone: 'America/Sao_Paulo',
  })
  const runner = await createUser(db)
  const { ticket } = await takeTicket(event)
  await passSecond()
  const state = await stateOf(event)
  expect(state.admitted).toBe(0)
  expect(dayIn('America/Sao_Paulo', new Date(state.starts_at))).toBe(tomorrow)
  expect((await start(event, runner, ticket)).statusCode).toBe(503)
  const today = addDays(tomorrow, -1)
  await db.updateTable('events').set({ registration_starts_on: today }).where('id', '=', event.id).execute()
  await passSecond()
  expect((await stateOf(event)).starts_at).toBeNull()
  expect((await start(event, runner, ticket)).statusCode).toBe(200)
})

test('a number belongs to the first account that enters with it', async () => {
  const event = await openRoom()
  const { ticket } = await takeTicket(event)
  await passSecond()
  const [first, second] = await Promise.all([createUser(db), createUser(db)])
  const answers = await Promise.all([start(event, first, ticket), start(event, second, ticket, other)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 503])
})

test('tickets of another event, forged tickets and malformed ones are refused', async () => {
  const [event, elsewhere] = [await openRoom(), await openRoom()]
  const { ticket } = await takeTicket(elsewhere)
  await passSecond()
  const runner = await createUser(db)
  const [, , signature] = ticket.split('.')
  const invented = [
    ticket,
    `ticket.${event.id}.1.${signature}`,
    `ticket.${event.id}.1.`,
    '1',
    '',
    'ticket.1.1.x'.repeat(50),
  ]
  for (const one of invented) expect((await start(event, runner, one)).statusCode).toBe(503)
})

test('a ticket requires one proof of work for a recent challenge of the event', async () => {
  const [event, elsewhere] = [await openRoom(), await openRoom()]
  const path = `/events/${event.id}/waiting-room/tickets`
  const { challenge } = await stateOf(event, other)
  const nonces = proofs(challenge)
  const nonce = nonces.next().value
  const send = (body: unknown) => other.call('POST', path, { body })
  const notProven = { challenge, nonce: nonce + 1 }
  const ofAnother = (await stateOf(elsewhere, other)).challenge
  const foreign = { challenge: ofAnother, nonce: proofs(ofAnother).next().value }
  const invented = `${challenge.slice(0, -4)}aaaa`
  const forged = { challenge: invented, nonce: proofs(invented).next().value }
  for (const body of [notProven, foreign, forged]) {
    const answer = await send(body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.nonce).toEqual(['Não foi possível entrar na fila. Tente de novo.'])
  }
  expect((await send({ challenge, nonce })).statusCode).toBe(201)
  expect((await send({ challenge, nonce })).statusCode).toBe(429)
  other.deps.clock.advance(6 * 60_000)
  expect((await send({ challenge, nonce: nonces.next().value })).statusCode).toBe(422)
  other.deps.clock.advance(-6 * 60_000)
})

test('a proof for an event without a room issues no ticket', async () => {
  const event = await openRoom()
  const { challenge } = await stateOf(event)
  const nonce = proofs(challenge).next().value
  await db.deleteFrom('waiting_rooms').where('event_id', '=', event.id).execute()
  const answer = await app.call('POST', `/events/${event.id}/waiting-room/tickets`, {
    body: { challenge, nonce },
  })
  expect(answer.statusCode).toBe(404)
})

test('many users in the wizard open a room for ten minutes, which closes when nobody waits', async () => {
  const event = await createRace()
  const many = app.deps.registrationQueue.perSecond() * 5
  for (let n = 0; n <= many; n++) app.deps.waitingRooms.noteVisitor(event.id)
  await passSecond()
  await passSecond()
  expect(await stateOf(event)).toMatchObject({ is_open: true })
  expect((await start(event, await createUser(db), undefined, other)).statusCode).toBe(503)
  const { ticket } = await takeTicket(event)
  // The crowd is over after ten seconds.
  for (let n = 0; n < 10; n++) await passSecond()
  await passSecond(11 * 60)
  expect(await stateOf(event)).toMatchObject({ is_open: false })
  const late = await createUser(db)
  expect((await start(event, late)).statusCode).toBe(200)
  // When it opens again, it admits people with an earlier number.
  await mark(event, true)
  await passSecond()
  expect((await start(event, late, ticket)).statusCode).toBe(200)
})

test('while orders wait, nobody is admitted and a room opens for the race with most visitors', async () => {
  const [busy, waited] = [await createRace(), await openRoom()]
  await passSecond()
  await db.updateTable('waiting_rooms').set({ issued: 10_000 }).where('event_id', '=', waited.id).execute()
  const { admitted } = await stateOf(waited)
  const queue = app.deps.registrationQueue
  const buyer = await createUser(db)
  const orders = Array.from({ length: Math.ceil(queue.perSecond() * 2.2) }, () =>
    queue.submit(orderRequest(busy, buyer.id)),
  )
  for (let n = 0; n < 20; n++) app.deps.waitingRooms.noteVisitor(busy.id)
  app.deps.clock.advance(1_000)
  await app.deps.waitingRooms.tick()
  expect((await stateOf(waited)).admitted).toBe(admitted)
  expect(await stateOf(busy)).toMatchObject({ is_open: true })
  await Promise.all(orders)
})

test('the state reports when the race is sold out', async () => {
  const event = await createRace({ capacity: 1 })
  const runner = await createUser(db)
  const pass = await openWizard(event, runner)
  await mark(event, true)
  await passSecond()
  expect(await stateOf(event)).toMatchObject({ is_sold_out: false })
  await order(event, runner, pass)
  expect(await stateOf(event)).toMatchObject({ is_sold_out: true })
})

test('the organizer sees how many wait, and opens and closes the room, which the history records', async () => {
  const event = await createRace()
  const read = async () =>
    (await app.call('GET', `/organizer/events/${event.id}/waiting-room`, { token: organizer.token })).json()
      .data
  expect(await read()).toEqual({ is_marked: false, is_open: false, waiting: 0, admitted: 0, per_minute: 0 })
  const hasQueue = async () => (await app.call('GET', `/events/${event.id}`)).json().data.has_queue
  expect(await hasQueue()).toBe(false)
  expect((await mark(event, true)).json().message).toBe('Sala de espera aberta.')
  app.invalidatePublicPages()
  expect(await hasQueue()).toBe(true)
  await takeTicket(event)
  expect(await read()).toMatchObject({ is_marked: true, is_open: true, waiting: 1, admitted: 0 })
  expect((await mark(event, false)).json().message).toBe('A sala de espera abre sozinha quando precisar.')
  expect(await read()).toMatchObject({ is_marked: false, is_open: false })
  const history = await app.call('GET', `/organizer/events/${event.id}/history`, { token: organizer.token })
  expect(at(history.json().data, 0)).toMatchObject({ action: 'event.waiting_room_changed' })
})
