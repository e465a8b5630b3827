// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import type { Relay } from '#contract/event/relay.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { findRegistration, listRefunds, reportStatus } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const organizer = await createOrganizer(db)

afterEach(async () => {
  app.deps.clock.set(now)
  expect(await brokenInvariants(db)).toEqual([])
})

// The sex of a person.
const MAN = 0
const WOMAN = 1

interface RaceOptions extends Partial<EventOptions> {
  relay?: Partial<Relay>
  legs?: string
  places?: number | null
}

/** A race with a relay category (position 0) and a category of individuals (position 1), both free. */
const race = ({ relay = {}, legs = '', places = null, ...options }: RaceOptions = {}): Promise<TestEvent> =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    teamsUntil: addDays(today, 20),
    modalities: [
      {
        name: 'Revezamento',
        categories: [
          { name: 'Dupla', team_size: 2, capacity: places, legs, ...relay },
          { name: 'Individual', capacity: null },
        ],
      },
    ],
    kits: [{ name: 'Kit', valueCents: 0, feeRate: 0 }],
    ...options,
  })

const captain = (sex: 0 | 1 = WOMAN) => createUser(db, { name: 'Ana Souza', sex })
const team = (event: TestEvent, name: string | null = 'Pé na Areia', position = 0) => ({
  category_id: at(event.categories, position).id,
  name,
})
const order = (event: TestEvent, sexes: readonly number[], changes: object = {}) =>
  submission(event, {
    participants: sexes.map((sex, index) => companion({ name: `Beto ${index + 1}`, sex })),
    teams: [team(event)],
    ...changes,
  })

async function registered(event: TestEvent, user: TestUser, body = order(event, [MAN])): Promise<number[]> {
  const answer = await register(app, event, user, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data.registrations.map(({ id }: { id: number }) => id)
}

const seen = (id: number, user: TestUser) =>
  app.call('GET', `/participant/registrations/${id}`, { token: user.token })
const mine = async (id: number, user: TestUser): Promise<MyRegistration> => (await seen(id, user)).json().data
const orderLegs = (id: number, ids: readonly number[], user: TestUser) =>
  app.call('PUT', `/participant/registrations/${id}/legs`, {
    token: user.token,
    body: { registration_ids: ids },
  })
const invite = (id: number, user: TestUser) =>
  app.call('POST', `/participant/registrations/${id}/transfer`, { token: user.token })
async function invited(id: number, user: TestUser): Promise<string> {
  const answer = await invite(id, user)
  expect(answer.statusCode, answer.body).toBe(201)
  return new URL(answer.json().data.link).searchParams.get('token') ?? ''
}
const accept = (event: TestEvent, token: string, user: TestUser, toPay = '0.00') =>
  app.call('POST', '/participant/transfers', {
    token: user.token,
    body: {
      token,
      terms: event.terms.map(({ id }) => ({ id, version: 1 })),
      answers: event.questionnaires.map(({ id }) => ({ questionnaire_id: id, accepted: true })),
      payment_type: 0,
      expected_to_pay: toPay,
    },
  })
const cancel = (id: number, user: TestUser) =>
  app.call('POST', `/participant/registrations/${id}/cancel`, { token: user.token, body: {} })
const listed = async (event: TestEvent, query = '') =>
  (await app.call('GET', `/organizer/events/${event.id}/participants?${query}`, { token: organizer.token }))
    .json()
    .data.map(({ id }: { id: number }) => id)
const asOrganizer = (method: 'GET' | 'PUT' | 'PATCH' | 'POST', path: string, body?: object) =>
  app.call(method, path, { token: organizer.token, ...(body && { body }) })

describe('registering a team', () => {
  test('the order forms one team, in the order of its participants', async () => {
    const event = await race({ legs: 'Praia\nSerra' })
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    expect((await mine(second, ana)).team).toEqual({
      name: 'Pé na Areia',
      size: 2,
      active: 2,
      is_captain: true,
      until: expect.any(String),
      can_order: true,
      members: [
        {
          registration_id: first,
          name: 'Ana Souza',
          leg: 1,
          leg_name: 'Praia',
          is_active: true,
          is_own: true,
        },
        { registration_id: second, name: 'Beto 1', leg: 2, leg_name: 'Serra', is_active: true, is_own: true },
      ],
    })
  })

  test.each([
    ['nobody else', [], 'Uma dupla tem 2 pessoas: adicione mais 1 participante.'],
    ['one too many', [MAN, MAN], 'Uma dupla tem 2 pessoas: 1 participante está a mais nesta categoria.'],
  ])('%s is refused, and nothing is held', async (_, others, message) => {
    const event = await race()
    const answer = await register(app, event, await captain(), order(event, others))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      message,
      errors: { [`teams.${at(event.categories, 0).id}`]: [message] },
    })
    expect(await listed(event)).toEqual([])
  })

  test.each([
    ['women', WOMAN, MAN, 'Esta equipe é só de mulheres.'],
    ['men', MAN, WOMAN, 'Esta equipe é só de homens.'],
    ['mixed', MAN, MAN, 'Esta equipe precisa de ao menos um homem e uma mulher.'],
    ['mixed', WOMAN, WOMAN, 'Esta equipe precisa de ao menos um homem e uma mulher.'],
  ] as const)('the rule %s refuses %i with %i', async (team_rule, own, other, message) => {
    const event = await race({ relay: { team_rule } })
    const answer = await register(app, event, await captain(own), order(event, [other]))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toBe(message)
  })

  test.each([
    ['women', WOMAN, WOMAN],
    ['men', MAN, MAN],
    ['mixed', WOMAN, MAN],
    ['any', MAN, MAN],
  ] as const)('the rule %s accepts %i with %i', async (team_rule, own, other) => {
    const event = await race({ relay: { team_rule } })
    await registered(event, await captain(own), order(event, [other]))
  })

  test.each([null, '   '])('a team without a name (%j) is refused', async (name) => {
    const event = await race()
    const answer = await register(
      app,
      event,
      await captain(),
      order(event, [MAN], { teams: [team(event, name)] }),
    )
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toBe('Dê um nome à equipe.')
  })

  test('without a team in the request the name is missing, and one for individuals is ignored', async () => {
    const event = await race()
    const ana = await captain()
    expect((await register(app, event, ana, order(event, [MAN], { teams: [] }))).statusCode).toBe(422)
    const [id = 0] = await registered(
      event,
      ana,
      submission(event, { category_id: at(event.categories, 1).id, teams: [team(event, 'Sozinha', 1)] }),
    )
    expect((await mine(id, ana)).team).toBeNull()
  })

  test('an order may contain a team and individuals', async () => {
    const event = await race()
    const ana = await captain()
    const alone = companion({ name: 'Caio', category_id: at(event.categories, 1).id })
    const pair = companion({ name: 'Beto' })
    const ids = await registered(
      event,
      ana,
      submission(event, { participants: [alone, pair], teams: [team(event)] }),
    )
    const teams = await Promise.all(ids.map(async (id) => (await mine(id, ana)).team?.members.length ?? 0))
    expect(teams).toEqual([2, 0, 2])
  })

  test('the places of the category count people: a team that lacks one place gets none', async () => {
    const event = await race({ places: 2 })
    await registered(event, await captain())
    const answer = await register(app, event, await captain(), order(event, [MAN]))
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('Dupla')
  })

  test('a team is paid with one payment', async () => {
    const event = await race({ kits: [{ name: 'Kit', valueCents: 5_000 }] })
    const answer = await register(app, event, await captain(), order(event, [MAN], { pay_together: false }))
    const payments = answer
      .json()
      .data.registrations.map(({ payment_id }: { payment_id: number }) => payment_id)
    expect(new Set(payments).size).toBe(1)
  })

  test('concurrent teams for the last places: one is registered', async () => {
    const event = await race({ places: 2 })
    const captains = await Promise.all([captain(), captain(), captain()])
    const answers = await Promise.all(captains.map((one) => register(app, event, one, order(event, [MAN]))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  })
})

describe('the legs', () => {
  test('the captain orders them until the last day', async () => {
    const event = await race({ teamsUntil: addDays(today, 5) })
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    expect((await orderLegs(first, [second, first], ana)).statusCode).toBe(200)
    expect((await mine(first, ana)).team?.members.map(({ registration_id }) => registration_id)).toEqual([
      second,
      first,
    ])
    app.deps.clock.set(new Date(now.getTime() + 6 * 86_400_000))
    const late = await orderLegs(first, [first, second], ana)
    expect(late.statusCode).toBe(409)
    expect((await mine(first, ana)).team?.can_order).toBe(false)
  })

  test('only all members, each once', async () => {
    const event = await race()
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    const [stranger = 0] = await registered(event, await captain())
    for (const ids of [
      [first, first],
      [first, stranger],
      [first, second, stranger],
    ])
      expect((await orderLegs(first, ids, ana)).statusCode).toBe(422)
  })

  test('nobody but the captain, and no registration without a team', async () => {
    const event = await race()
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    expect((await orderLegs(first, [second, first], await captain())).statusCode).toBe(404)
    const bia = await captain()
    const [alone = 0] = await registered(
      event,
      bia,
      submission(event, { category_id: at(event.categories, 1).id }),
    )
    expect((await orderLegs(alone, [alone, first], bia)).statusCode).toBe(404)
  })

  test('without a last day teams do not change, and members are not substituted', async () => {
    const event = await createEvent(db, {
      modalities: [{ name: 'Revezamento', categories: [{ name: 'Dupla', team_size: 2 }] }],
      kits: [{ name: 'Kit', valueCents: 0, feeRate: 0 }],
    })
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    expect((await orderLegs(first, [second, first], ana)).statusCode).toBe(409)
    expect((await invite(second, ana)).statusCode).toBe(409)
  })
})

describe('substitution', () => {
  test('the new runner takes place, team and leg, and nobody else becomes captain', async () => {
    const event = await race()
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    const davi = await createUser(db, { name: 'Davi Reis', sex: MAN })
    expect((await accept(event, await invited(second, ana), davi)).statusCode).toBe(200)
    expect((await mine(second, davi)).team).toMatchObject({
      is_captain: false,
      can_order: false,
      members: [
        { registration_id: first, is_own: false },
        { registration_id: second, name: 'Davi Reis', leg: 2, is_own: true },
      ],
    })
    expect((await mine(first, ana)).team?.is_captain).toBe(true)
  })

  test('who takes over the last place of the captain becomes captain', async () => {
    const event = await race({ transfers: { until: today, most: 2 } })
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    const davi = await createUser(db, { sex: MAN })
    const eva = await createUser(db, { sex: WOMAN })
    await accept(event, await invited(first, ana), davi)
    expect((await mine(second, ana)).team?.is_captain).toBe(true)
    await accept(event, await invited(second, ana), eva)
    expect((await mine(second, eva)).team?.is_captain).toBe(true)
    expect((await mine(first, davi)).team?.is_captain).toBe(false)
  })

  test('the last day is that of teams, not that of transfers', async () => {
    const event = await race({ teamsUntil: addDays(today, 5), transfers: { until: addDays(today, 20) } })
    const ana = await captain()
    const [first = 0] = await registered(event, ana)
    app.deps.clock.set(new Date(now.getTime() + 6 * 86_400_000))
    expect((await invite(first, ana)).statusCode).toBe(409)
  })

  test('the rule is checked for the new runner, when offered and when accepted', async () => {
    const event = await race({ relay: { team_rule: 'mixed' } })
    const ana = await captain()
    const [, second = 0] = await registered(event, ana)
    const token = await invited(second, ana)
    const eva = await createUser(db, { sex: WOMAN })
    const message = 'Esta equipe precisa de ao menos um homem e uma mulher.'
    const offer = await app.call('POST', '/participant/transfers/offer', {
      token: eva.token,
      body: { token },
    })
    expect(offer.json().data.problem).toBe(message)
    const refused = await accept(event, token, eva)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(message)
    expect((await accept(event, token, await createUser(db, { sex: MAN }))).statusCode).toBe(200)
  })

  test('two paid substitutions that would break the rule together: the second is refunded', async () => {
    const event = await race({
      relay: { team_size: 3, team_rule: 'mixed' },
      kits: [{ name: 'Kit', valueCents: 5_000 }],
      transfers: { until: today, feeCents: 1_000 },
    })
    const ana = await captain()
    const ids = await registered(event, ana, order(event, [MAN, MAN]))
    const [, second = 0, third = 0] = ids
    const shared = await newestPayment(second)
    await reportStatus(app, shared, 2)
    const eva = await createUser(db, { sex: WOMAN })
    const iris = await createUser(db, { sex: WOMAN })
    for (const [id, runner] of [
      [second, eva],
      [third, iris],
    ] as const) {
      const accepted = await accept(event, await invited(id, ana), runner, '10.00')
      expect(accepted.statusCode, accepted.body).toBe(200)
    }
    await reportStatus(app, await newestPayment(second), 2)
    await reportStatus(app, await newestPayment(third), 2)
    expect((await findRegistration(app, second)).responsible_user_id).toBe(eva.id)
    expect((await findRegistration(app, third)).responsible_user_id).toBe(ana.id)
    expect(await listRefunds(app, await newestPayment(third))).toMatchObject([{ amountCents: 1_000 }])
  })

  test('concurrent substitutions of all members and a cancellation keep the team in order', async () => {
    const event = await race({ relay: { team_size: 4, team_rule: 'mixed' } })
    const ana = await captain()
    const ids = await registered(event, ana, order(event, [MAN, WOMAN, MAN]))
    const tokens = await Promise.all(ids.map((id) => invited(id, ana)))
    const runners = await Promise.all(ids.map(() => createUser(db, { sex: WOMAN })))
    const answers = await Promise.all([
      ...tokens.map((token, index) => accept(event, token, at(runners, index))),
      cancel(at(ids, 1), ana),
      orderLegs(at(ids, 0), ids.toReversed(), ana),
    ])
    // A lock that is not free in time, on a slow machine, means "try again" (503).
    for (const { statusCode, body } of answers) expect([200, 409, 503], body).toContain(statusCode)
    const sexes = await db
      .selectFrom('registrations as r')
      .innerJoin('team_members as w', 'w.registration_id', 'r.id')
      .where('r.event_id', '=', event.id)
      .select('r.sex')
      .execute()
    expect(new Set(sexes.map(({ sex }) => sex))).toEqual(new Set([MAN, WOMAN]))
  })
})

async function newestPayment(registrationId: number): Promise<number> {
  const { payment_id } = await db
    .selectFrom('payment_items')
    .where('registration_id', '=', registrationId)
    .orderBy('payment_id', 'desc')
    .select('payment_id')
    .executeTakeFirstOrThrow()
  return payment_id
}

describe('an incomplete team', () => {
  test('is shown to its captain and the organizer, in the list, its filter, the file and the dashboard', async () => {
    const event = await race({ legs: 'Praia\nSerra' })
    const ana = await captain()
    const [first = 0, second = 0] = await registered(event, ana)
    const complete = await registered(event, await captain())
    expect(await listed(event, 'team=incomplete')).toEqual([])
    expect((await cancel(second, ana)).statusCode).toBe(200)
    expect((await mine(first, ana)).team).toMatchObject({
      active: 1,
      size: 2,
      members: [{ is_active: true }, { is_active: false }],
    })
    expect((await listed(event, 'team=incomplete')).toSorted()).toEqual([first, second].toSorted())
    const { data } = (await asOrganizer('GET', `/organizer/events/${event.id}/participants`)).json()
    expect(data.find(({ id }: { id: number }) => id === first).team).toEqual({
      name: 'Pé na Areia',
      leg: 1,
      leg_name: 'Praia',
      size: 2,
      active: 1,
    })
    const csv = await asOrganizer(
      'GET',
      `/organizer/events/${event.id}/export-event-participants?columns=id,team,leg&registration_status=1`,
    )
    expect(csv.body).toContain(`${at(complete, 1)};Pé na Areia;Trecho 2 · Serra`)
    const { teams } = (await asOrganizer('GET', `/organizer/events/${event.id}/dashboard`)).json().data
    expect(teams).toEqual([
      { id: at(event.categories, 0).id, category: 'Dupla', team_size: 2, complete: 1, incomplete: 1 },
    ])
  })

  test('no longer exists when all have cancelled', async () => {
    const event = await race()
    const ana = await captain()
    for (const id of await registered(event, ana)) await cancel(id, ana)
    expect(await listed(event, 'team=incomplete')).toEqual([])
    const { teams } = (await asOrganizer('GET', `/organizer/events/${event.id}/dashboard`)).json().data
    expect(teams).toMatchObject([{ complete: 0, incomplete: 0 }])
  })
})

describe('the category of a team', () => {
  const RELAY =
    'Quem corre em equipe não muda de categoria, e ninguém entra sozinho numa categoria de equipes.'

  test('is neither left nor entered alone, by runner or organizer', async () => {
    const event = await race({ changes: { until: addDays(today, 20) } })
    const ana = await captain()
    const [relay, individual] = event.categories.map(({ id }) => id)
    const kit = at(event.kits, 0).id
    const [member = 0] = await registered(event, ana)
    const bia = await captain()
    const [alone = 0] = await registered(event, bia, submission(event, { category_id: individual }))
    for (const [id, user, from, to] of [
      [member, ana, relay, individual],
      [alone, bia, individual, relay],
    ] as const) {
      const path = `/participant/registrations/${id}/change`
      const { categories } = (await app.call('GET', path, { token: user.token })).json().data
      expect(categories.map((one: { id: number }) => one.id)).toEqual([from])
      const body = { category_id: to, product_id: kit, shirt_size_id: null, expected_value: '0.00' }
      const changed = await app.call('POST', path, { token: user.token, body })
      expect(changed.json()).toMatchObject({ message: RELAY, errors: { category_id: [RELAY] } })
      const edited = await asOrganizer('PUT', `/organizer/events/register/${id}`, {
        category_id: to,
        products: [{ id: kit, shirt_size_id: null }],
      })
      expect(edited.statusCode, edited.body).toBe(422)
      expect(edited.json().errors).toEqual({ category_id: [RELAY] })
    }
  })

  test('has no places that a member can return, because they are sold together', async () => {
    const event = await race({ returns: { until: addDays(today, 10) } })
    const ana = await captain()
    const [member = 0] = await registered(event, ana)
    const path = `/participant/registrations/${member}/return`
    const answer = await app.call('POST', path, { token: ana.token, body: { expected_refund: '0.00' } })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe(
      'Quem corre em equipe não devolve a vaga: transfira a inscrição a outra pessoa.',
    )
    expect((await mine(member, ana)).place_return).toBeNull()
  })

  test('is not merged with another one', async () => {
    const event = await race()
    const [relay, individual] = event.categories.map(({ id }) => id)
    for (const [from, into] of [
      [relay, individual],
      [individual, relay],
    ]) {
      const merged = await asOrganizer('POST', `/organizer/events/${event.id}/categories/${from}/merge`, {
        into_category_id: into,
        name: 'Todas',
      })
      expect(merged.json().errors).toEqual({
        into_category_id: ['Categorias de equipes não podem ser unidas.'],
      })
    }
  })

  test('a correction of the sex that breaks the rule is refused', async () => {
    const event = await race({ relay: { team_rule: 'mixed' } })
    const [, second = 0] = await registered(event, await captain())
    const { name, birth_on } = await findRegistration(app, second)
    const corrected = await asOrganizer('PUT', `/organizer/registrations/${second}/person`, {
      name,
      birth_date: birth_on,
      sex: WOMAN,
      reason: 'Erro de digitação',
    })
    expect(corrected.statusCode, corrected.body).toBe(422)
    expect(corrected.json().errors.sex).toEqual(['Esta equipe precisa de ao menos um homem e uma mulher.'])
  })
})
