// @module-tag operation
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isCnpj, isCpf } from '#contract/documents.ts'
import type { EventCard, PublicEvent } from '#contract/event/event.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { RACES, seedDemo } from './seed.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(() => app.close())

let usedMs = 0
let events: EventCard[] = []
beforeAll(async () => {
  const started = process.cpuUsage()
  await seedDemo(app.deps)
  const used = process.cpuUsage(started)
  usedMs = (used.user + used.system) / 1_000
  events = (await app.call('GET', '/events?per_page=100')).json().data
})

// CPU time, not wall-clock time: other tests run at the same time.
test('takes less than five seconds of CPU time', () => {
  expect(usedMs).toBeLessThan(5_000)
})

test('has at least 24 races in at least 12 states and in every event status', () => {
  expect(events.length).toBe(RACES.length - 1)
  expect(events.length).toBeGreaterThanOrEqual(28)
  expect(new Set(events.map((event) => event.state)).size).toBeGreaterThanOrEqual(14)
  const states = Map.groupBy(events, (event) => event.closed_reason ?? 'open')
  expect(states.get('open')?.length).toBeGreaterThanOrEqual(18)
  expect(states.get('not_yet')?.length).toBeGreaterThanOrEqual(3)
  expect(states.get('sold_out')?.length).toBeGreaterThanOrEqual(2)
  expect(states.get('ended')?.length).toBeGreaterThanOrEqual(5)
  expect(events.filter((event) => event.spots_left === 7)).toHaveLength(2)
  expect(events.some((event) => event.price_from === '0.00')).toBe(true)
})

test('violates no invariant', async () => {
  expect(await brokenInvariants(db)).toEqual([])
})

test('every CPF and CNPJ is valid', async () => {
  const users = await db.selectFrom('users').select('cpf').where('cpf', 'is not', null).execute()
  const runners = await db.selectFrom('registrations').select(['cpf', 'name']).execute()
  const organizers = await db.selectFrom('organizers').select('cnpj').execute()
  expect(users.length).toBeGreaterThan(300)
  expect(runners.length).toBeGreaterThan(1_000)
  expect([...users, ...runners].filter(({ cpf }) => !isCpf(cpf ?? ''))).toEqual([])
  expect(organizers.filter(({ cnpj }) => !isCnpj(cnpj ?? ''))).toEqual([])
  expect(organizers.some(({ cnpj }) => /[A-Z]/.test(cnpj ?? ''))).toBe(true)
})

describe('every race', () => {
  test('has a page with kits, terms, questions, and existing pictures and routes', async () => {
    for (const { id, title } of events) {
      const event: PublicEvent = (await app.call('GET', `/events/${id}`)).json().data
      expect(event.products.length, title).toBeGreaterThan(0)
      expect(
        event.terms.map(({ kind }) => kind),
        title,
      ).toEqual(['contract', 'contract', 'consent'])
      expect(event.questionnaires.length, title).toBeGreaterThanOrEqual(2)
      expect(event.description?.split('\n\n').length, title).toBeGreaterThanOrEqual(4)
      const addresses = [
        event.cover_picture?.src,
        event.picture?.src,
        event.social_image,
        event.regulation && new URL(event.regulation).pathname,
        ...event.modalities
          .flatMap(({ course }) => (course ? [course.gpx, course.drawing] : []))
          .map((path) => `/storage/${path}`),
        ...event.modalities.flatMap(({ categories }) => categories.map(({ route }) => `/storage/${route}`)),
      ]
      for (const { modality_name, course } of event.modalities) {
        const [, km] = /(\d+) km$/.exec(modality_name) ?? []
        if (km)
          expect(course?.length_m, `${title}: ${modality_name}`).toBeGreaterThanOrEqual(Number(km) * 995)
        else expect(course).toBeNull()
      }
      for (const address of new Set(addresses)) {
        const file = await app.fastify.inject(String(address))
        expect(file.statusCode, `${title}: ${address}`).toBe(200)
      }
    }
  })

  test('offers its categories to those whom they name, and shows a price that is not only for seniors', async () => {
    for (const { id, title, price_from } of events) {
      const event: PublicEvent = (await app.call('GET', `/events/${id}`)).json().data
      const categories = event.modalities.flatMap((modality) => modality.categories)
      for (const { category_name: name, sex, min_age } of categories) {
        if (name === '60+') expect(min_age, title).toBe(60)
        if (/^Geral/.test(name)) expect(sex, title).toBe(name === 'Geral Feminino' ? 1 : 0)
      }
      const seniors = event.products.find(({ name }) => name === 'Kit 60+')
      if (seniors) expect(Number(price_from), title).toBeGreaterThan(Number(seniors.value) * 1.1)
    }
  })

  test('can be saved unchanged', async () => {
    const token = await signIn('admin')
    const rows = await db.selectFrom('events').select(['id', 'title']).orderBy('id').limit(5).execute()
    for (const { id, title } of rows) {
      const shown = await app.call('GET', `/organizer/events/${id}`, { token })
      const saved = await app.call('PUT', `/organizer/events/${id}`, { token, body: shown.json().data })
      expect(saved.statusCode, `${title}: ${saved.body}`).toBe(200)
    }
  })
})

const signIn = async (name: string): Promise<string> => {
  const answer = await app.call('POST', '/login', {
    body: { email: `${name}@largada.test`, password: 'largada-demo' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.token
}

describe('the demo accounts', () => {
  test.each([
    ['participante', ['Participante']],
    ['organizador', ['Organizador']],
    ['realizador', ['Organizador']],
    ['empresa', ['Empresa']],
    ['admin', ['Admin']],
  ])('%s can log in', async (name, roles) => {
    const token = await signIn(name)
    expect((await app.call('GET', '/me', { token })).json().data.roles).toEqual(roles)
  })

  test('the participant has one registration of each kind', async () => {
    const answer = await app.call('GET', '/participant/list-events', { token: await signIn('participante') })
    const rows: { status: string; event: { payment: { status: string; value: string } | null } }[] =
      answer.json().data
    const kinds = rows.map(({ status, event: { payment } }) =>
      payment && !isFreeValue(payment.value) ? `${status}: ${payment.status}` : `${status}: gratuito`,
    )
    expect(kinds.sort()).toEqual([
      'Cancelado: cancelado',
      'Cancelado: expirado',
      'Confirmado: confirmado',
      'Confirmado: confirmado',
      'Confirmado: confirmado',
      'Confirmado: gratuito',
      'Pendente: pendente',
      'Pendente: pendente',
    ])
  })

  test('the realizador works on some of the organizer’s races', async () => {
    const titles = async (name: string) => {
      const answer = await app.call('GET', '/organizer/events?per_page=100', { token: await signIn(name) })
      return (answer.json().data as { title: string }[]).map(({ title }) => title)
    }
    const produced = await titles('realizador')
    expect(produced).toHaveLength(4)
    expect((await titles('organizador')).length).toBeGreaterThan(10)
    expect(await titles('organizador')).toEqual(expect.arrayContaining(produced))
  })
})

test('only the charges of pending payments remain to be created', async () => {
  const { rows } = await sql<{ jobs: number; pending: number }>`
    select (select count(*) from graphile_worker.jobs) as jobs,
      (select count(*) from payments where status = 0) as pending`.execute(db)
  expect(rows[0]?.jobs).toBe(rows[0]?.pending)
  expect(rows[0]?.pending).toBeGreaterThan(2)
})

test('no text of a race contradicts the cancellation rules on its page', async () => {
  for (const { id } of events) {
    const { rules, terms } = (await app.call('GET', `/events/${id}`)).json().data as PublicEvent
    const sentences = [rules ?? '', ...terms.map(({ description }) => description)]
      .flatMap((text) => text.split(/\n|\. /))
      .filter((sentence) => /cancela|desist/i.test(sentence))
    expect(sentences.filter((sentence) => /\b(dias?|horas?)\b/i.test(sentence))).toEqual([])
  }
})

test('payments exist at the sandbox gateway and can be refunded', async () => {
  const { id } = await db
    .selectFrom('registrations as r')
    .innerJoin('payment_items as i', 'i.registration_id', 'r.id')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('p.type', '=', 0)
    .where('r.status', '=', 1)
    .where('e.status', '=', 1)
    .where(sql<boolean>`e.registration_ends_on > current_date`)
    .select('r.id')
    .executeTakeFirstOrThrow()
  const token = await signIn('admin')
  const cancelled = await app.call('PATCH', `/organizer/registrations/${id}/status`, {
    token,
    body: { status: 2, refund: true },
  })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  await runJobsOnce(app.deps)
  const panel = (await app.call('GET', `/organizer/registrations/${id}`, { token })).json().data
  expect(panel.refunds).toMatchObject([{ status: 'done', failure_reason: null }])
})

test('a second seeding changes nothing', async () => {
  const count = () =>
    db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await count()
  await seedDemo(app.deps)
  expect(await count()).toEqual(before)
})
