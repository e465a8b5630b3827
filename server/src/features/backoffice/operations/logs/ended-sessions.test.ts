import { afterAll, expect, test } from 'vitest'
import type { SecurityRow } from '#contract/backoffice/security-log.ts'
import { testApp } from '#test/app.ts'
import { codeOf, enrol } from '#test/authenticator.ts'
import { organizerForm } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createProducer, producerForm } from '#test/factories/producer.ts'
import { createOrganizer, createUser, openSession, type TestUser } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'], passwordHash })
const organizer = await createOrganizer(db)

const NEW = { password: 'outra senha boa', password_confirmation: 'outra senha boa' }
const as =
  ({ token }: { token: string }) =>
  (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    app.call(method, path, { token, body })
const log = async (): Promise<SecurityRow[]> =>
  (await as(admin)('POST', '/admin/security-log/search', {})).json().data

const runner = () => createUser(db, { passwordHash })
const enrolled = async () => {
  const user = await runner()
  await enrol(app, { token: user.token, password: PASSWORD })
  return user
}

type Person = TestUser & { organizerId?: number }
interface Ending {
  by: string
  kind: string
  times?: number
  whose: () => Promise<Person>
  end: (person: Person) => ReturnType<typeof app.call>
}

const ENDINGS: Ending[] = [
  {
    by: 'the person, of all others',
    kind: 'session.ended',
    times: 2,
    whose: runner,
    end: (person) => as(person)('DELETE', '/me/sessions'),
  },
  {
    by: 'a new password',
    kind: 'user.password_changed',
    whose: runner,
    end: (person) => as(person)('POST', '/changePassword', { current_password: PASSWORD, ...NEW }),
  },
  {
    by: 'a recovered password',
    kind: 'user.password_changed',
    whose: runner,
    async end({ email }) {
      await app.call('POST', '/resetPassword', { body: { email } })
      const token = tokenIn((await mailTo(app, email)).at(-1))
      return app.call('POST', '/resetPassword/confirm', { body: { token, ...NEW } })
    },
  },
  {
    by: 'a second factor',
    kind: 'user.second_factor_enabled',
    whose: runner,
    async end(person) {
      const begun = await as(person)('POST', '/me/second-factor', { password: PASSWORD })
      const code = codeOf(app, begun.json().data.secret)
      return as(person)('POST', '/me/second-factor/confirm', { code })
    },
  },
  {
    by: 'Admin, with the second factor',
    kind: 'user.second_factor_reset',
    whose: enrolled,
    end: ({ id }) =>
      as(admin)('DELETE', `/admin/accounts/${id}/second-factor`, {
        current_password: PASSWORD,
        reason: 'Perdeu o celular',
      }),
  },
  {
    by: 'Admin, who blocks the account',
    kind: 'user.blocked',
    whose: runner,
    end: ({ id }) =>
      as(admin)('PATCH', `/admin/participants/${id}/block`, { blocked: true, reason: 'Fraude' }),
  },
  {
    by: 'the organizer of a realizador',
    kind: 'producer.sessions_ended',
    whose: () => createProducer(db, { organizer }),
    end: ({ organizerId }) => as(organizer)('DELETE', `/organizer/producers/${organizerId}/sessions`),
  },
  {
    by: 'a realizador’s new e-mail',
    kind: 'user.email_changed',
    whose: () => createProducer(db, { organizer }),
    end: ({ organizerId }) => as(organizer)('PUT', `/organizer/producers/${organizerId}`, producerForm()),
  },
  {
    by: 'an organizer’s new e-mail',
    kind: 'user.email_changed',
    whose: () => createOrganizer(db),
    end({ organizerId }) {
      const form = organizerForm({ current_password: PASSWORD })
      return as(admin)('PUT', `/admin/organizers/${organizerId}`, form)
    },
  },
]

test.each(ENDINGS)('sessions ended by $by are recorded once', async ({ kind, times = 1, whose, end }) => {
  const person = await whose()
  const others = [await openSession(db, person.id), await openSession(db, person.id)]
  const known = new Set((await log()).map(({ id }) => id))
  const answer = await end(person)
  expect(answer.statusCode, answer.body).toBe(200)
  for (const token of others) expect((await app.call('GET', '/me', { token })).statusCode).toBe(401)
  const told = (await log()).filter(({ id }) => !known.has(id))
  expect(told).toMatchObject([{ kind, times }])
})
