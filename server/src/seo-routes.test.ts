import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrganizer } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db, { env: { PUBLIC_URL: 'https://largada.test' } })
afterAll(() => app.close())

test('sitemap.xml lists the home page, the public races and their organizers', async () => {
  const { organizerId } = await createOrganizer(db, { fantasyName: 'Ilha Run' })
  await createEvent(db, { slug: 'aberta', organizerId })
  await createEvent(db, { slug: 'passada', status: 2, organizerId })
  for (const [slug, hidden] of [
    ['reservada', { isPublic: false }],
    ['cancelada', { status: 3 }],
  ] as const)
    await createEvent(db, { slug, ...hidden, organizerId: (await createOrganizer(db)).organizerId })
  const answer = await app.fastify.inject('/sitemap.xml')
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  const addresses = [...answer.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(addresses.sort()).toEqual([
    'https://largada.test/',
    'https://largada.test/events/aberta',
    'https://largada.test/events/passada',
    'https://largada.test/mapa',
    `https://largada.test/organizacoes/ilha-run-${organizerId}`,
  ])
  expect(answer.body).toMatch(/<lastmod>\d{4}-\d{2}-\d{2}T[\d:.]+Z<\/lastmod>/)
})

test('robots.txt keeps crawlers to the public pages', async () => {
  const { body } = await app.fastify.inject('/robots.txt')
  expect(body).toContain('Sitemap: https://largada.test/sitemap.xml')
  const refused = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path)
  const crawled = (path: string) => !refused.some((start) => path.startsWith(start))
  expect(
    [
      '/',
      '/events/aberta',
      '/organizacoes/ilha-run-1',
      '/register',
      '/storage/events/a.svg',
      '/api/v1/events',
    ].map(crawled),
  ).toEqual([true, true, true, true, true, false])
  expect(['/participante/eventos', '/organizador/eventos', '/register/event'].map(crawled)).toEqual([
    false,
    false,
    false,
  ])
})
