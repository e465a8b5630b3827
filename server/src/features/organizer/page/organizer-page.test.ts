import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event/event.ts'
import type { OrganizerPage } from '#contract/organizer/organizer-profile.ts'
import { listenForChanges } from '#server/lib/reconnecting-client.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestOrganizer } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
// A second process, which learns of changes only through PostgreSQL.
const other = await testApp(db)
const stops = await Promise.all(
  [app, other].map(({ invalidatePublicPages, deps }) =>
    listenForChanges(db, 'events_changed', invalidatePublicPages, deps.log),
  ),
)
afterAll(async () => {
  for (const stop of stops) await stop()
  await app.close()
  await other.close()
})

// A Sunday noon in Brasília.
app.deps.clock.set('2026-06-14T15:00:00Z')
const open = { registrationStartsOn: '2026-05-01', registrationEndsOn: '2026-07-31' }

let organizer: TestOrganizer
beforeEach(async () => {
  organizer = await createOrganizer(db, { fantasyName: 'Ilha Run & Cia.' })
})
const get = (slug: string, from = app) => from.call('GET', `/organizers/${slug}`)
const pageOf = async (slug: string): Promise<OrganizerPage> => {
  const answer = await get(slug)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const slugOf = ({ organizerId }: TestOrganizer) => `ilha-run-cia-${organizerId}`
const race = (title: string, eventOn: string, more = {}) =>
  createEvent(db, { title, eventOn, organizerId: organizer.organizerId, ...open, ...more })
const titles = (races: readonly { title: string }[]) => races.map(({ title }) => title)

describe('the page of an organizer', () => {
  test('lists its races like the public list does: open ones first, past ones separately', async () => {
    await race('Volta da Ilha', '2026-09-20')
    await race('Noturna', '2026-08-01')
    await race('Ainda fechada', '2026-07-05', {
      registrationStartsOn: '2026-06-20',
      registrationEndsOn: '2026-07-01',
    })
    await race('Em maio', '2026-05-10', { registrationEndsOn: '2026-05-09' })
    await race('No ano passado', '2025-05-10', {
      status: 2,
      registrationStartsOn: '2025-04-01',
      registrationEndsOn: '2025-05-09',
    })
    for (const hidden of [{ isPublic: false }, { status: 3 }]) {
      await race('Não listada', '2026-08-02', hidden)
      await race('Não listada', '2026-05-11', { ...hidden, registrationEndsOn: '2026-05-10' })
    }
    const draft = await race('Rascunho', '2026-08-03', { status: 0 })
    await db.updateTable('events').set({ opened_at: null }).where('id', '=', draft.id).execute()
    await createEvent(db, { title: 'De outro', eventOn: '2026-08-04', ...open })

    const page = await pageOf(slugOf(organizer))
    expect(titles(page.coming)).toEqual(['Noturna', 'Volta da Ilha', 'Ainda fechada'])
    expect(titles(page.past)).toEqual(['Em maio', 'No ano passado'])
    expect(page).toMatchObject({ fantasy_name: 'Ilha Run & Cia.', slug: slugOf(organizer), past_total: 2 })
    expect(page.past[0]).toMatchObject({ date_event: '10/05/2026' })
  })

  test('contains only published data', async () => {
    await race('Volta', '2026-09-20')
    await db
      .updateTable('organizers')
      .set({
        cnpj: '11222333000181',
        corporate_reason: 'Razao Secreta Ltda',
        responsible: 'Pessoa Secreta',
        phone: '11955554444',
        street: 'Rua Secreta',
        public_phone: null,
      })
      .where('id', '=', organizer.organizerId)
      .execute()
    const { body } = await get(slugOf(organizer))
    for (const secret of [/11222333000181/, /Secreta/, /11955554444/, new RegExp(organizer.email)])
      expect(body).not.toMatch(secret)
    const event = await app.call('GET', '/events?title=Volta')
    expect(event.body).not.toContain('11955554444')
  })

  test('is found by its number under any name, and its response has an ETag', async () => {
    await race('Volta', '2026-09-20')
    const first = await get(slugOf(organizer))
    for (const slug of [`nome-antigo-${organizer.organizerId}`, String(organizer.organizerId)])
      expect((await pageOf(slug)).slug).toBe(slugOf(organizer))
    const { etag } = first.headers
    const again = await app.call('GET', `/organizers/${slugOf(organizer)}`, {
      headers: { 'if-none-match': String(etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each(['nenhuma', 'ilha-run-', 'Ilha-1', '999999999', 'a-1234567890'])(
    '%s is not found',
    async (slug) => {
      const answer = await get(slug)
      expect([404, 422]).toContain(answer.statusCode)
    },
  )

  test('does not exist for a realizador or an organizer without a public event', async () => {
    await race('Só por link', '2026-09-20', { isPublic: false })
    expect((await get(slugOf(organizer))).statusCode).toBe(404)
    const producer = await createOrganizer(db, { parentId: organizer.organizerId })
    expect((await get(String(producer.organizerId))).statusCode).toBe(404)
  })
})

describe('the race’s page', () => {
  const eventOf = async (id: number | string, from = app) =>
    (await from.call('GET', `/events/${id}`)).json<{ data: PublicEvent }>().data

  test("links to its organizer's page if there is one", async () => {
    const { id } = await race('Volta', '2026-09-20')
    expect((await eventOf(id)).organizer).toEqual([
      {
        name_fantasy: 'Ilha Run & Cia.',
        phone: '1133334444',
        logo: null,
        page: slugOf(organizer),
        seller: expect.objectContaining({ name: 'Corre Junto Eventos Ltda.' }),
      },
    ])
    const unlisted = await createOrganizer(db)
    const hidden = await createEvent(db, { organizerId: unlisted.organizerId, isPublic: false })
    expect((await eventOf(`slug/${hidden.slug}`)).organizer).toMatchObject([{ page: null }])
  })

  test("a saved profile is visible within a second in every process, there and on the organizer's page", async () => {
    const { id } = await race('Volta', '2026-09-20')
    const slug = slugOf(organizer)
    for (const process of [app, other]) {
      await get(slug, process)
      await eventOf(id, process)
    }
    const body = { fantasy_name: 'Ilha Nova', public_phone: '(48) 98765-4321' }
    const saved = await app.call('PUT', '/organizer/profile', { token: organizer.token, body })
    expect(saved.statusCode, saved.body).toBe(200)
    const seen = { name: 'Ilha Nova', page: `ilha-nova-${organizer.organizerId}`, phone: '48987654321' }
    for (const process of [app, other])
      await expect
        .poll(
          async () => {
            const page: OrganizerPage = (await get(slug, process)).json().data
            const [shown] = (await eventOf(id, process)).organizer
            return [
              { name: page.fantasy_name, page: page.slug, phone: page.public_phone },
              { name: shown?.name_fantasy, page: shown?.page, phone: shown?.phone },
            ]
          },
          { timeout: 1_000 },
        )
        .toEqual([seen, seen])
  })

  test('the page of a suspended organizer disappears within a second in every process, and returns when it is reactivated', async () => {
    const admin = await createUser(db, { roles: ['Admin'] })
    // The event is closed already, so the suspension changes no event.
    const { id } = await race('Volta', '2026-09-20', { status: 0 })
    const slug = slugOf(organizer)
    const statuses = () =>
      Promise.all([app, other].map(async (process) => (await get(slug, process)).statusCode))
    expect(await statuses()).toEqual([200, 200])
    const suspend = (body: unknown) =>
      app.call('PATCH', `/admin/organizers/${organizer.organizerId}/suspension`, { token: admin.token, body })
    await suspend({ suspended: true, reason: 'Não entregou os kits' })
    await expect.poll(statuses, { timeout: 1_000 }).toEqual([404, 404])
    expect((await eventOf(id)).organizer).toMatchObject([{ name_fantasy: 'Ilha Run & Cia.', page: null }])
    await suspend({ suspended: false })
    await expect.poll(statuses, { timeout: 1_000 }).toEqual([200, 200])
  })
})
