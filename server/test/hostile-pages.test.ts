// @module-tag operation
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { builtWeb, type Web } from '#server/lib/web.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'

/* One client requests pages at invented URLs. The test counts renders of the real build, which are the
   expensive part. */

const MANY = 60

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const event = await createEvent(db, {})
const { slug } = await db
  .selectFrom('events')
  .select('slug')
  .where('id', '=', event.id)
  .executeTakeFirstOrThrow()

let renders = 0
const built = await builtWeb()
const web: Web = {
  // Static files are tested elsewhere.
  mountAssets: () => undefined,
  createPages(api, origin) {
    const pages = built.createPages(api, origin)
    return {
      ...pages,
      render: (address) => {
        renders++
        return pages.render(address)
      },
    }
  },
}
const { fastify, invalidatePublicPages } = await buildApp(app.deps, { web })
afterAll(() => fastify.close())

/**
 * Sends concurrent requests from different IP addresses. Returns their statuses and the number of renders.
 */
async function ask(urlOf: (n: number) => string, remoteAddress = (n: number) => `198.51.100.${n}`) {
  invalidatePublicPages()
  renders = 0
  const answers = await Promise.all(
    Array.from({ length: MANY }, (_, n) =>
      fastify.inject({ url: urlOf(n), remoteAddress: remoteAddress(n) }),
    ),
  )
  return { statuses: new Set(answers.map(({ statusCode }) => statusCode)), answers, renders }
}

describe('existing pages at invented URLs are rendered once', () => {
  test.each([
    ['unknown names', (n: number) => `/?x=${n}`],
    ['known names with invalid values', (n: number) => `/?status=${n + 2}&state=X${n}&pagina=-${n}`],
    ['of an event', (n: number) => `/events/${slug}?utm_source=${n}`],
    ['tokens', (n: number) => `/redefinir-senha?token=${n}`],
    ['messages', (n: number) => `/confirmacao-email?message=${n}`],
    ['ids of client-rendered pages', (n: number) => `/organizador/eventos/detalhe/${n}`],
    ['paths below a known one', (n: number) => `/participante/nada-${n}?x=${n}`],
    ['data of the router', (n: number) => `/events/${slug}.data?_routes=nada${n}`],
  ])('%s', async (_, urlOf) => {
    const { statuses, renders } = await ask(urlOf)
    expect([...statuses]).toEqual([200])
    expect(renders).toBe(1)
  })
})

describe('missing pages are rendered once', () => {
  test.each([
    ['events', (n: number) => `/events/nada-${n}`, 404],
    ['events with an invalid slug', (n: number) => `/events/Nada!${n}`, 404],
    ['paths', (n: number) => `/wp-admin-${n}.php`, 302],
  ])('%s: one cached response', async (_, urlOf, status) => {
    const { statuses, renders } = await ask(urlOf)
    expect([...statuses]).toEqual([status])
    expect(renders).toBe(1)
  })
})

describe('invented searches', () => {
  test('by one client are limited with 429, and no other page waits for them', async () => {
    const hostile = ask(
      (n) => `/?title=qualquer-${n}`,
      () => '203.0.113.9',
    )
    const others = await Promise.all([
      fastify.inject({ url: `/events/${slug}`, remoteAddress: '198.51.100.7' }),
      fastify.inject({ url: '/health/ready' }),
      fastify.inject({ url: '/?title=volta', remoteAddress: '198.51.100.7' }),
    ])
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const { answers, renders } = await hostile
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(MANY - 5)
    expect(renders).toBeLessThanOrEqual(5 + 2)
  }, 30_000)

  test('evict no page from the cache', async () => {
    await ask((n) => `/?title=qualquer-${n}`)
    await fastify.inject({ url: '/login' })
    renders = 0
    await fastify.inject({ url: '/login' })
    expect(renders).toBe(0)
  }, 60_000)
})

test("the content security policy of a page allows exactly the page's own scripts", async () => {
  const { headers, body } = await fastify.inject({ url: `/events/${slug}` })
  const policy = String(headers['content-security-policy'])
  const inPage = [...body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !/json/.test(attributes ?? ''))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  expect(inPage).not.toEqual([])
  expect(policy.match(/'sha256-[^']+'/g)?.sort()).toEqual(inPage.sort())
})
