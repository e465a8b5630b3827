// @module-tag operation
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { API_BASE, type Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { createOrganizer, createUser } from './factories/user.ts'

/* An impossible number in a path or query is refused or not found, and never causes a database error.
   `contract/src/numbers.test.ts` tests that every number of the contract has bounds. */

const NUMBERS = [
  '2147483648',
  '999999999999',
  '9007199254740991',
  '9223372036854775808',
  '1e300',
  '-1',
  '1.5',
]

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const people = {
  user: await createUser(db),
  Organizador: await createOrganizer(db),
  Empresa: await createUser(db, { roles: ['Empresa'] }),
  Admin: await createUser(db, { roles: ['Admin'] }),
}

const callerOf = ({ access }: Route) => {
  if (access === 'public') return undefined
  return people[access === 'user' ? 'user' : (access.roles[0] as keyof typeof people)].token
}
const call = (route: Route, path: string) =>
  app.call(route.method, path, {
    token: callerOf(route),
    ...(route.body.def.type !== 'undefined' && { body: {} }),
  })

const withParameters = ALL_ROUTES.filter(({ path }) => path.includes(':'))
test.each(withParameters.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  async (_, route) => {
    for (const number of NUMBERS) {
      const path = route.path.replace(/:\w+/g, number)
      const { statusCode, body } = await call(route, path)
      expect(statusCode, `${path}: ${body}`).toBeGreaterThanOrEqual(400)
      expect(statusCode, `${path}: ${body}`).toBeLessThan(500)
    }
  },
)

const queryOf = ({ query }: Route): string[] =>
  query.def.type === 'undefined'
    ? []
    : Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {})
const withQuery = ALL_ROUTES.filter((route) => queryOf(route).length > 0 && !route.path.includes(':'))
test.each(withQuery.map((route) => [`${route.method} ${API_BASE}${route.path}`, route] as const))(
  '%s, each query parameter',
  async (_, route) => {
    for (const name of queryOf(route))
      for (const number of NUMBERS) {
        const { statusCode, body } = await call(route, `${route.path}?${name}=${number}`)
        expect(statusCode, `${name}=${number}: ${body}`).toBeLessThan(500)
      }
  },
)
