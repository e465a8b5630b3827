// @module-tag operation
import { afterAll, expect, test } from 'vitest'
import type { Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { hashPassword } from '#server/features/account/credentials/password.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { createOrganizer, createUser, openSession } from './factories/user.ts'

/* Browsers and proxies never cache responses to a session: every route of the contract, for permitted
   and refused callers and an invalid session, whether it returns a file, a redirect or an error. */

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const people = {
  participant: await createUser(db),
  organizer: await createOrganizer(db),
  company: await createUser(db, { roles: ['Empresa'] }),
  admin: await createUser(db, { roles: ['Admin'] }),
}

const answer = (method: Route['method'], path: string, token: string) =>
  app.call(method, path, { token, ...(method !== 'GET' && { body: {} }) })

test.each(ALL_ROUTES.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
  for (const [name, { id }] of Object.entries(people)) {
    // Each call uses a new session, because some routes end it.
    const { headers, statusCode } = await answer(
      method,
      path.replace(/:\w+/g, '1'),
      await openSession(db, id),
    )
    expect(headers['cache-control'], `${name}: ${statusCode}`).toBe('no-store')
  }
  const dead = await answer(method, path.replace(/:\w+/g, '1'), 'x'.repeat(43))
  expect(dead.headers['cache-control']).toBe('no-store')
})

test.each(['/nada', '/%zz', '/me?%', '/openapi.json'])('%s, an unknown route', async (path) => {
  const { token } = people.participant
  expect((await app.call('GET', path, { token })).headers['cache-control']).toBe('no-store')
})

test('a login, successful or refused', async () => {
  const { email } = await createUser(db, { passwordHash: await hashPassword('senha-forte') })
  for (const [password, status] of [
    ['senha-forte', 200],
    ['senha-fraca', 401],
  ] as const) {
    const answer = await app.call('POST', '/login', { body: { email, password } })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('a public and rarely changing response may be cached publicly', async () => {
  expect((await app.call('GET', '/states')).headers['cache-control']).toBe('public, max-age=86400')
})
