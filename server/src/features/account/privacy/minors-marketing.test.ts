import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { registrationForm } from '#test/factories/account.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const today = dayIn('America/Sao_Paulo', new Date())
const OF_AGE = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
const UNDER_AGE = addDays(OF_AGE, 1)
const REFUSAL = 'Quem tem menos de 18 anos não recebe comunicações de marketing.'

const consent = ({ token }: TestUser, receive_promotions: boolean, receive_event_updates = false) =>
  app.call('PUT', '/me/consents', { token, body: { receive_promotions, receive_event_updates } })
const grantedTo = async ({ token }: TestUser) =>
  (await app.call('GET', '/me/consents', { token }))
    .json()
    .data.filter((one: { granted: boolean }) => one.granted)
    .map(({ kind }: { kind: string }) => kind)

test('an account under 18 cannot turn marketing on, and may from the birthday on', async () => {
  const minor = await createUser(db, { birthOn: UNDER_AGE })
  for (const [promotions, updates] of [
    [true, false],
    [false, true],
  ] as const) {
    const answer = await consent(minor, promotions, updates)
    expect([answer.statusCode, answer.json().message]).toEqual([422, REFUSAL])
  }
  expect((await consent(minor, false)).statusCode).toBe(200)
  expect(await grantedTo(minor)).toEqual([])
  const adult = await createUser(db, { birthOn: OF_AGE })
  expect((await consent(adult, true)).statusCode).toBe(200)
  expect(await grantedTo(adult)).toEqual(['promotions'])
})

test('an account is not created with marketing for somebody under 18', async () => {
  const form = { ...registrationForm(), birth_date: toBrazilianDate(UNDER_AGE) }
  const wanted = await app.call('POST', '/register', { body: { ...form, receive_promotions: true } })
  expect([wanted.statusCode, wanted.json().errors]).toEqual([422, { receive_promotions: [REFUSAL] }])
  const body = { ...form, receive_promotions: false, receive_event_updates: false }
  expect((await app.call('POST', '/register', { body })).statusCode).toBe(201)
})

test('a corrected birth date turns marketing off', async () => {
  const user = await createUser(db)
  await consent(user, true, true)
  const { name, phone, rg, sex, emergency_contact, emergency_contact_phone, address } = registrationForm()
  const answer = await app.call('PUT', `/participant/${user.id}/profile`, {
    token: user.token,
    body: {
      ...{ name, phone, rg, sex, emergency_contact, emergency_contact_phone, address },
      email: user.email,
      birth_date: toBrazilianDate(UNDER_AGE),
    },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await grantedTo(user)).toEqual([])
})
