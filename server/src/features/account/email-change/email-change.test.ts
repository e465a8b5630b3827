// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash, registrationForm } from '#test/factories/account.ts'
import { createPasskey } from '#test/factories/passkey.ts'
import { createOrganizer, createUser, nextNumber, openSession, type TestUser } from '#test/factories/user.ts'
import { mailTo, tokenIn } from '#test/mail.ts'
import { selectPasskeys } from '../passkeys/queries.ts'

const DAY_MS = 86_400_000
const NEW_PASSWORD = 'nova e melhor'
const REQUESTED = 'Pedido para trocar o e-mail da sua conta na Largada'
const CHANGED = 'O e-mail da sua conta na Largada foi alterado'
const CONFIRM = 'Confirme seu novo e-mail na Largada'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
afterEach(() => app.deps.clock.set(new Date()))

const newAddress = () => `novo${nextNumber()}@exemplo.test`
const isAlive = async (token: string) => (await app.call('GET', '/me', { token })).statusCode === 200
const logIn = async (email: string, password = PASSWORD) =>
  (await app.call('POST', '/login', { body: { email, password } })).statusCode
const emailOf = async ({ id }: { id: number }) =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

const change = (
  user: { token: string },
  email: string,
  password: string | null = PASSWORD,
  token = user.token,
) => app.call('PUT', '/me/email', { token, body: { email, password } })
const follow = async (token: string) => {
  const { headers } = await app.call('GET', `/email/verify?token=${token}`)
  return new URL(String(headers.location), 'http://largada.test').searchParams.get('status')
}
const undo = (token: string) => app.call('POST', '/email/undo', { body: { token } })
const setPassword = (token: string, password = NEW_PASSWORD) =>
  app.call('POST', '/resetPassword/confirm', { body: { token, password, password_confirmation: password } })

/** The token of the latest message with this subject. */
const newest = async (to: string, subject: string) =>
  tokenIn((await mailTo(app, to)).findLast((mail) => mail.subject === subject))
const linkTo = (email: string) => newest(email, CONFIRM)

/** A user who requested a change of e-mail, with the verification and undo links. */
async function changing(email = newAddress()) {
  const user = await createUser(db, { passwordHash })
  expect((await change(user, email)).statusCode).toBe(200)
  return { user, email, link: await linkTo(email), undoing: await newest(user.email, REQUESTED) }
}
async function changed(email = newAddress()) {
  const all = await changing(email)
  expect(await follow(all.link)).toBe('success')
  expect(await emailOf(all.user)).toBe(email)
  return all
}
/** Requests and verifies another change after logging in with the current address. */
async function changeAgain(from: string, to: string) {
  const login = await app.call('POST', '/login', { body: { email: from, password: PASSWORD } })
  expect((await change(login.json().data, to)).statusCode).toBe(200)
  expect(await follow(await linkTo(to))).toBe('success')
  return { undoing: await newest(from, CHANGED) }
}

describe('requesting a change', () => {
  test('needs the password, and changes nothing before the address is verified', async () => {
    const user = await createUser(db, { passwordHash })
    const elsewhere = await openSession(db, user.id)
    const email = newAddress()
    const without = await change(user, email, null)
    expect(without.statusCode).toBe(422)
    expect(without.json().errors).toEqual({ password: ['Digite a sua senha para trocar o e-mail.'] })
    expect((await change(user, email, 'outra senha')).json().errors).toEqual({
      password: ['Senha incorreta.'],
    })
    expect(await mailTo(app, user.email)).toEqual([])

    const answer = await change(user, email.toUpperCase())
    expect(answer.json()).toMatchObject({ status: 200, data: { email: user.email, pending_email: email } })
    expect(await emailOf(user)).toBe(user.email)
    expect(await isAlive(elsewhere)).toBe(true)
    expect(await logIn(user.email)).toBe(200)
    expect(await logIn(email)).toBe(401)
    const [notice] = await mailTo(app, user.email)
    expect(notice?.subject).toBe(REQUESTED)
    expect(notice?.text).toContain(`${app.deps.config.publicUrl}/desfazer-email?token=`)
    expect(notice?.text).not.toContain(email)
  })

  test('takes effect when verified, ends all sessions and notifies the old address a second time', async () => {
    const { user, email, link } = await changing()
    expect(await follow(link)).toBe('success')
    expect(await isAlive(user.token)).toBe(false)
    expect(await logIn(user.email)).toBe(401)
    expect(await logIn(email)).toBe(200)
    expect((await mailTo(app, user.email)).map(({ subject }) => subject)).toEqual([REQUESTED, CHANGED])
    expect(await follow(link)).toBe('success')
  })

  test.each([
    ['a participant', () => createUser(db, { passwordHash })],
    ['an organizer', () => createOrganizer(db, { passwordHash })],
    ['Empresa', () => createUser(db, { passwordHash, roles: ['Empresa'] })],
    ['Admin', () => createUser(db, { passwordHash, roles: ['Admin'] })],
  ])('works the same for %s, also through the profile', async (_, make) => {
    const user: TestUser = await make()
    const email = newAddress()
    const { password: _password, cpf: _cpf, image: _image, ...form } = registrationForm()
    const save = (password?: string) =>
      app.call('PUT', `/participant/${user.id}/profile`, {
        token: user.token,
        body: { ...form, name: 'Outro Nome', email, password },
      })
    const refused = await save()
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual({ password: ['Digite a sua senha para trocar o e-mail.'] })
    expect((await save('outra senha')).json().errors).toEqual({ password: ['Senha incorreta.'] })
    const kept = await db.selectFrom('users').select('name').where('id', '=', user.id).executeTakeFirst()
    expect(kept?.name).toBe(user.name)
    expect((await save(PASSWORD)).json().data).toMatchObject({
      name: 'Outro Nome',
      email: user.email,
      pending_email: email,
      email_changed: true,
    })
    expect(await emailOf(user)).toBe(user.email)
    expect(await follow(await linkTo(email))).toBe('success')
    expect(await emailOf(user)).toBe(email)
  })

  test('to the address of another account is rejected', async () => {
    const user = await createUser(db, { passwordHash })
    const other = await createUser(db)
    const answer = await change(user, other.email)
    expect(answer.json().errors).toEqual({ email: ['Este e-mail já está cadastrado.'] })
    expect(await mailTo(app, other.email)).toEqual([])
    expect(await mailTo(app, user.email)).toEqual([])
  })

  test('to the same address changes nothing and needs no password', async () => {
    const user = await createUser(db, { passwordHash })
    expect((await change(user, user.email, null)).json().data).toEqual({
      email: user.email,
      pending_email: null,
    })
    expect(await mailTo(app, user.email)).toEqual([])
  })
})

describe('the link to the new address', () => {
  test('expires after a day', async () => {
    const { user, link } = await changing()
    app.deps.clock.advance(DAY_MS + 1000)
    expect(await follow(link)).toBe('error')
    expect(await emailOf(user)).toBe(user.email)
  })

  test('stops working when another address is requested; the new link works', async () => {
    const { user, link } = await changing()
    const second = newAddress()
    await change(user, second)
    expect(await follow(link)).toBe('error')
    expect(await follow(await linkTo(second))).toBe('success')
    expect(await emailOf(user)).toBe(second)
  })

  test('only one of two concurrent requests works', async () => {
    const user = await createUser(db, { passwordHash })
    const wanted = [newAddress(), newAddress()]
    const answers = await Promise.all(wanted.map((email) => change(user, email)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const outcomes: unknown[] = []
    for (const email of wanted) {
      const mail = (await mailTo(app, email)).at(-1)
      outcomes.push(mail ? await follow(tokenIn(mail)) : 'error')
    }
    expect(outcomes.toSorted()).toEqual(['error', 'success'])
  })

  test('may be opened twice concurrently', async () => {
    const { user, email, link } = await changing()
    expect(await Promise.all([follow(link), follow(link)])).toEqual(['success', 'success'])
    expect(await emailOf(user)).toBe(email)
  })

  test('fails when another account took the address since the request', async () => {
    const { user, email, link } = await changing()
    await createUser(db, { email })
    expect(await follow(link)).toBe('error')
    expect(await emailOf(user)).toBe(user.email)
    expect(await isAlive(user.token)).toBe(true)
  })

  test('succeeds for only one of a change and a concurrent registration with the same address', async () => {
    const { user, email, link } = await changing()
    const [status, answer] = await Promise.all([
      follow(link),
      app.call('POST', '/register', { body: registrationForm({ email }) }),
    ])
    expect([status, answer.statusCode]).toEqual(status === 'success' ? ['success', 422] : ['error', 201])
    expect(await emailOf(user)).toBe(status === 'success' ? email : user.email)
  })

  test('stops working after a new password', async () => {
    const { user, link } = await changing()
    const body = { current_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    expect((await app.call('POST', '/changePassword', { token: user.token, body })).statusCode).toBe(200)
    expect(await follow(link)).toBe('error')
    expect(await emailOf(user)).toBe(user.email)
  })

  test('stops working, like the undo link, when an administrator or organizer changed the address', async () => {
    const { user, link, undoing } = await changing()
    const given = newAddress()
    await db.updateTable('users').set({ email: given }).where('id', '=', user.id).execute()
    expect(await follow(link)).toBe('error')
    expect((await undo(undoing)).statusCode).toBe(400)
    expect(await emailOf(user)).toBe(given)
  })

  test.each(['blocked', 'deleted'] as const)(
    'stops working, like the undo link, when the account is %s',
    async (what) => {
      const { user, email, link, undoing } = await changing()
      if (what === 'deleted')
        await app.call('DELETE', '/me', { token: user.token, body: { password: PASSWORD } })
      else await db.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', user.id).execute()
      expect(await follow(link)).toBe('error')
      expect((await undo(undoing)).statusCode).toBe(400)
      expect(await emailOf(user)).not.toBe(email)
      const kept = await db.selectFrom('email_changes').select('id').where('user_id', '=', user.id).execute()
      expect(kept).toHaveLength(what === 'deleted' ? 0 : 1)
    },
  )
})

describe('the link to the old address', () => {
  test('undoes a pending change, and removes its link, the password, sessions and devices', async () => {
    const { user, link, undoing } = await changing()
    const login = await app.call('POST', '/login', { body: { email: user.email, password: PASSWORD } })
    const answer = await undo(undoing)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().message).toBe('A troca de e-mail foi desfeita. Crie uma nova senha.')
    expect(await follow(link)).toBe('error')
    expect(await isAlive(user.token)).toBe(false)
    expect(await isAlive(login.json().data.token)).toBe(false)
    expect(await logIn(user.email)).toBe(401)
    expect(
      await db.selectFrom('known_devices').where('user_id', '=', user.id).select('user_id').execute(),
    ).toEqual([])
    expect((await setPassword(answer.json().data.reset_token)).statusCode).toBe(200)
    expect(await logIn(user.email, NEW_PASSWORD)).toBe(200)
  })

  test('undoes a completed change by the link of either message, once', async () => {
    for (const subject of [REQUESTED, CHANGED]) {
      const { user, email, link } = await changed()
      const thief = await app.call('POST', '/login', { body: { email, password: PASSWORD } })
      const undoing = await newest(user.email, subject)
      expect((await undo(undoing)).statusCode).toBe(200)
      expect(await emailOf(user)).toBe(user.email)
      expect(await isAlive(thief.json().data.token)).toBe(false)
      expect(await logIn(email)).toBe(401)
      expect(await follow(link)).toBe('error')
      expect((await undo(undoing)).statusCode).toBe(400)
      expect(await emailOf(user)).toBe(user.email)
    }
  })

  test('removes a second factor added since the request, and keeps an earlier one', async () => {
    const added = await changing()
    const before = await createUser(db, { passwordHash })
    const at = new Date()
    const enrol = (userId: number) =>
      db.updateTable('users').set({ second_factor_at: at }).where('id', '=', userId).execute()
    await enrol(before.id)
    app.deps.clock.advance(1000)
    await change(before, newAddress())
    await db
      .updateTable('users')
      .set({ second_factor_at: new Date(at.getTime() + 60_000) })
      .where('id', '=', added.user.id)
      .execute()
    expect((await undo(added.undoing)).statusCode).toBe(200)
    expect((await undo(await newest(before.email, REQUESTED))).statusCode).toBe(200)
    const kept = await db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [added.user.id, before.id])
      .where('second_factor_at', 'is not', null)
      .execute()
    expect(kept).toEqual([{ id: before.id }])
  })

  test('removes the passkeys added since the request, and keeps earlier ones', async () => {
    const { user, undoing } = await changing()
    const [earlier] = await Promise.all(
      [-60_000, 60_000].map((after) => createPasskey(db, user.id, new Date(Date.now() + after))),
    )
    expect((await undo(undoing)).statusCode).toBe(200)
    expect((await selectPasskeys(db, user.id)).map(({ id }) => id)).toEqual([earlier])
  })

  test('drops an unconfirmed second factor', async () => {
    const { user, undoing } = await changing()
    const body = { password: PASSWORD }
    const begun = await app.call('POST', '/me/second-factor', { token: user.token, body })
    expect(begun.statusCode).toBe(200)
    expect((await undo(undoing)).statusCode).toBe(200)
    expect(await db.selectFrom('second_factors').where('user_id', '=', user.id).execute()).toEqual([])
  })

  test('works for seven days', async () => {
    const { user, email, undoing } = await changed()
    app.deps.clock.advance(6 * DAY_MS)
    const other = await changed()
    app.deps.clock.advance(DAY_MS + 1000)
    const late = await undo(undoing)
    expect(late.statusCode).toBe(400)
    expect(late.json().message).toContain('fale com o nosso atendimento')
    expect(await emailOf(user)).toBe(email)
    expect((await undo(other.undoing)).statusCode).toBe(200)
  })

  test('also undoes later changes, whose links stop working', async () => {
    const { user, email: second, undoing } = await changed()
    const third = newAddress()
    const later = await changeAgain(second, third)
    expect((await undo(undoing)).statusCode).toBe(200)
    expect(await emailOf(user)).toBe(user.email)
    expect((await undo(later.undoing)).statusCode).toBe(400)
    expect(await emailOf(user)).toBe(user.email)
  })

  test('also works for an intermediate address, and the first link still undoes that change', async () => {
    const { user, email: second, undoing } = await changed()
    const later = await changeAgain(second, newAddress())
    expect((await undo(later.undoing)).statusCode).toBe(200)
    expect(await emailOf(user)).toBe(second)
    expect((await undo(undoing)).statusCode).toBe(200)
    expect(await emailOf(user)).toBe(user.email)
  })

  test('still works after another change replaced its own', async () => {
    const { user, undoing } = await changing()
    const second = newAddress()
    await change(user, second)
    const link = await linkTo(second)
    expect((await undo(undoing)).statusCode).toBe(200)
    expect(await follow(link)).toBe('error')
    expect(await emailOf(user)).toBe(user.email)
  })

  test('restores the old address when used twice, or concurrently with the other link', async () => {
    const { user, link, undoing } = await changing()
    const [, ...answers] = await Promise.all([follow(link), undo(undoing), undo(undoing)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    expect(await emailOf(user)).toBe(user.email)
  })

  test('restores the address, which no other account could take in the meantime', async () => {
    const { user, undoing } = await changed()
    const taken = { email: ['Este e-mail já está cadastrado.'] }
    const registration = await app.call('POST', '/register', {
      body: registrationForm({ email: user.email }),
    })
    expect(registration.json().errors).toEqual(taken)
    const other = await createUser(db, { passwordHash })
    expect((await change(other, user.email)).json().errors).toEqual(taken)
    expect((await undo(undoing)).statusCode).toBe(200)
  })

  test('invalidates recovery links and a password change in progress', async () => {
    const { user, email, undoing } = await changed()
    await app.call('POST', '/resetPassword', { body: { email } })
    const recovery = await newest(email, 'Redefina sua senha da Largada')
    const thief = (await app.call('POST', '/login', { body: { email, password: PASSWORD } })).json().data
      .token
    const body = { current_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    const [undone] = await Promise.all([
      undo(undoing),
      app.call('POST', '/changePassword', { token: thief, body }),
    ])
    expect(undone.statusCode).toBe(200)
    expect((await setPassword(recovery)).statusCode).toBe(400)
    expect(await logIn(user.email, NEW_PASSWORD)).toBe(401)
    expect(await logIn(user.email)).toBe(401)
  })

  test.each(['', 'nada', 'x'.repeat(300)])('undoes nothing when it was never sent: %s', async (token) => {
    expect([400, 422]).toContain((await undo(token)).statusCode)
  })
})

test('links of one kind are not accepted as another', async () => {
  const { user, link, undoing } = await changing()
  for (const token of [link, undoing]) expect((await setPassword(token)).statusCode).toBe(400)
  expect((await undo(link)).statusCode).toBe(400)
  expect(await follow(undoing)).toBe('error')
  expect(await emailOf(user)).toBe(user.email)
})
