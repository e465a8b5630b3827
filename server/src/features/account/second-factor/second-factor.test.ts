import { afterAll, describe, expect, test } from 'vitest'
import { ALL_ROUTES } from '#contract/routes.ts'
import { poolOf } from '#server/lib/db.ts'
import { testApp } from '#test/app.ts'
import { codeOf, enrol, nextCodeOf } from '#test/authenticator.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createUser, openSession } from '#test/factories/user.ts'
import { callsThatWait } from '#test/locks.ts'
import { mailTo } from '#test/mail.ts'
import { hashPassword } from '../credentials/password.ts'

const MINUTE_MS = 60_000

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const strict = await testApp(db, { env: { SECOND_FACTOR: 'required' } })
afterAll(strict.close)

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
) => app.call(method, path, { token, body })
const state = async (token: string) => (await call('GET', '/me/second-factor', { token })).json().data
const logIn = (email: string) => call('POST', '/login', { body: { email, password: PASSWORD } })
const secondStep = (challenge: string, code: string) =>
  call('POST', '/login/second-factor', { body: { challenge, code } })
const challengeOf = async (email: string): Promise<string> => (await logIn(email)).json().challenge

/** A user with an enabled second factor, its secret and its codes. */
async function enrolled() {
  const user = await createUser(db, { passwordHash })
  return { user, ...(await enrol(app, { token: user.token, password: PASSWORD })) }
}
const subjectsTo = async (email: string) => (await mailTo(app, email)).map((mail) => mail.subject)
const auditOf = async (userId: number) =>
  (
    await db.selectFrom('audit_log').select('action').where('entity_id', '=', userId).orderBy('id').execute()
  ).map(({ action }) => action)
const securityOf = (userId: number) =>
  db
    .selectFrom('security_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

describe('enabling it', () => {
  test('requires the password, and takes effect when a code confirms it', async () => {
    const user = await createUser(db, { passwordHash })
    const elsewhere = await openSession(db, user.id)
    const { token } = user
    const refused = await call('POST', '/me/second-factor', { token, body: { password: 'errada' } })
    expect(refused.json().errors).toEqual({ password: ['Senha incorreta.'] })

    const begun = (await call('POST', '/me/second-factor', { token, body: { password: PASSWORD } })).json()
      .data
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.uri).toBe(
      `otpauth://totp/Largada:${encodeURIComponent(user.email)}?secret=${begun.secret}&issuer=Largada`,
    )
    expect(await state(token)).toEqual({ enabled_at: null, required: false, recovery_codes_left: 0 })
    expect((await logIn(user.email)).statusCode).toBe(200)

    const wrong = await call('POST', '/me/second-factor/confirm', { token, body: { code: '000000' } })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().errors.code).toHaveLength(1)
    const body = { code: codeOf(app, begun.secret) }
    const confirmed = await call('POST', '/me/second-factor/confirm', { token, body })
    expect(confirmed.statusCode).toBe(200)
    const codes: string[] = confirmed.json().data.recovery_codes
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)

    expect(await state(token)).toMatchObject({ enabled_at: expect.any(String), recovery_codes_left: 10 })
    expect((await call('GET', '/me', { token: elsewhere })).statusCode).toBe(401)
    expect(await subjectsTo(user.email)).toContain('A verificação em duas etapas foi ativada · Largada')
    expect(await auditOf(user.id)).toEqual(['user.second_factor_enabled'])
    for (const [path, again] of [
      ['/me/second-factor', { password: PASSWORD }],
      ['/me/second-factor/confirm', body],
    ] as const)
      expect((await call('POST', path, { token, body: again })).statusCode).toBe(409)
  })

  test('starting again invalidates the first secret', async () => {
    const user = await createUser(db, { passwordHash })
    const begin = async (): Promise<string> =>
      (await call('POST', '/me/second-factor', { token: user.token, body: { password: PASSWORD } })).json()
        .data.secret
    const first = await begin()
    const second = await begin()
    const confirm = (secret: string) =>
      call('POST', '/me/second-factor/confirm', { token: user.token, body: { code: codeOf(app, secret) } })
    expect((await confirm(first)).statusCode).toBe(422)
    expect((await confirm(second)).statusCode).toBe(200)
  })

  test('only one of two concurrent confirmations gets the recovery codes', async () => {
    const user = await createUser(db, { passwordHash })
    const { token } = user
    const begun = await call('POST', '/me/second-factor', { token, body: { password: PASSWORD } })
    const body = { code: codeOf(app, begun.json().data.secret) }
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/me/second-factor/confirm', { token, body })),
    )
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
    expect((await state(token)).recovery_codes_left).toBe(10)
  })

  test('neither the secret nor a recovery code is readable in the database or in a job', async () => {
    const { user, secret, recoveryCodes } = await enrolled()
    const factor = await db
      .selectFrom('second_factors')
      .select('sealed_secret')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(factor.sealed_secret.toString('latin1')).not.toContain(secret)
    const codes = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
    const { rows: jobs } = await poolOf(db).query('select payload from graphile_worker._private_jobs')
    const { rows: audit } = await poolOf(db).query('select * from audit_log')
    const kept = JSON.stringify([codes.map((row) => row.code_hash.toString('latin1')), jobs, audit])
    for (const code of [secret, ...recoveryCodes]) expect(kept).not.toContain(code)
    const exported = (await call('GET', '/me/export', { token: user.token })).body
    for (const code of [secret, ...recoveryCodes]) expect(exported).not.toContain(code)
    expect(JSON.parse(exported).conta.verificacao_em_duas_etapas_desde).toMatch(/^20/)
  })
})

describe('logging in', () => {
  test('the password alone gets a challenge and no session; a code completes the login', async () => {
    const { user, secret } = await enrolled()
    const first = await logIn(user.email)
    expect(first.statusCode).toBe(401)
    const { challenge, ...rest } = first.json()
    expect(rest).toEqual({
      status: 401,
      message: 'Digite o código de verificação para entrar.',
      code: 'second_factor_needed',
    })
    expect((await call('GET', '/me', { token: challenge })).statusCode).toBe(401)

    const answer = await secondStep(challenge, nextCodeOf(app, secret))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      message: 'Login realizado com sucesso.',
      data: { user: { id: user.id }, roles: ['Participante'], permissions: [] },
    })
    expect((await call('GET', '/me', { token: answer.json().data.token })).statusCode).toBe(200)
    expect((await securityOf(user.id)).at(-1)).toEqual({ kind: 'login.succeeded', detail: { proof: 'app' } })
  })

  test('a correct password without a code is recorded for the owner and in the security log', async () => {
    const { user } = await enrolled()
    await challengeOf(user.email)
    await challengeOf(user.email)
    expect(await securityOf(user.id)).toEqual([
      { kind: 'login.challenged', detail: {} },
      { kind: 'login.challenged', detail: {} },
    ])
    const activity = (await call('GET', '/me/activity', { token: user.token })).json().data
    const told = { at: expect.any(String), kind: 'login.challenged', ip: '127.0.0.1', times: 1 }
    expect(activity).toEqual([told, told])
  })

  test('a code opens one session; neither it, an earlier code nor the challenge can be used again', async () => {
    const { user, secret } = await enrolled()
    const code = nextCodeOf(app, secret)
    const challenge = await challengeOf(user.email)
    expect((await secondStep(challenge, code)).statusCode).toBe(200)
    const used = await secondStep(challenge, nextCodeOf(app, secret))
    expect(used.json()).toMatchObject({ status: 401, code: 'challenge_over' })
    const next = await challengeOf(user.email)
    for (const old of [code, codeOf(app, secret, -2)])
      expect((await secondStep(next, old)).statusCode).toBe(422)
    expect((await secondStep(next, codeOf(app, secret))).statusCode).toBe(200)
  })

  test('only one of several concurrent logins with one code succeeds', async () => {
    const { user, secret } = await enrolled()
    const code = nextCodeOf(app, secret)
    const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(user.email)))
    const answers = await Promise.all(challenges.map((challenge) => secondStep(challenge, code)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422, 422, 422])
  })

  test('the clock of the phone may differ by half a minute at most', async () => {
    const { user, secret } = await enrolled()
    app.deps.clock.advance(5 * MINUTE_MS)
    const challenge = await challengeOf(user.email)
    for (const steps of [-2, 2])
      expect((await secondStep(challenge, codeOf(app, secret, steps))).statusCode).toBe(422)
    expect((await secondStep(challenge, codeOf(app, secret, -1))).statusCode).toBe(200)
    expect((await secondStep(await challengeOf(user.email), codeOf(app, secret, 1))).statusCode).toBe(200)
  })

  test('a challenge expires after ten minutes, or when the password changes', async () => {
    const { user, secret } = await enrolled()
    const late = await challengeOf(user.email)
    app.deps.clock.advance(10 * MINUTE_MS + 1000)
    expect((await secondStep(late, codeOf(app, secret))).json()).toMatchObject({
      status: 401,
      message: 'O tempo para digitar o código acabou. Entre de novo com a sua senha.',
    })
    const challenge = await challengeOf(user.email)
    const password_hash = await hashPassword('outra senha boa')
    await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    expect((await secondStep(challenge, codeOf(app, secret))).statusCode).toBe(401)
  })

  test('a recovery code works once, in any spelling, and the user is notified', async () => {
    const { user, recoveryCodes } = await enrolled()
    const [code = '', other = ''] = recoveryCodes
    const answer = await secondStep(
      await challengeOf(user.email),
      ` ${code.toLowerCase().replaceAll('-', ' ')} `,
    )
    expect(answer.statusCode).toBe(200)
    expect((await secondStep(await challengeOf(user.email), code)).statusCode).toBe(422)
    expect((await secondStep(await challengeOf(user.email), other)).statusCode).toBe(200)
    expect((await state(answer.json().data.token)).recovery_codes_left).toBe(8)
    expect(await subjectsTo(user.email)).toContain('Um código de recuperação foi usado · Largada')
    const told = await securityOf(user.id)
    expect(told).toContainEqual({ kind: 'recovery_code.used', detail: {} })
    expect(told).toContainEqual({ kind: 'second_factor.failed', detail: {} })
  })

  test('a wrong code uses up neither challenge nor recovery codes', async () => {
    const { user, secret } = await enrolled()
    const challenge = await challengeOf(user.email)
    expect((await secondStep(challenge, '123')).statusCode).toBe(422)
    expect((await secondStep(challenge, nextCodeOf(app, secret))).statusCode).toBe(200)
  })

  test('a login that checked only the password opens no session once the second factor is on', async () => {
    const user = await createUser(db, { passwordHash })
    const { token } = user
    const begun = await call('POST', '/me/second-factor', { token, body: { password: PASSWORD } })
    const body = { code: codeOf(app, begun.json().data.secret) }
    const [, ...logins] = await Promise.all([
      call('POST', '/me/second-factor/confirm', { token, body }),
      ...Array.from({ length: 6 }, () => logIn(user.email)),
    ])
    for (const login of logins) {
      const opened = login.json().data?.token
      if (opened) expect((await call('GET', '/me', { token: opened })).statusCode).toBe(401)
      else expect(login.statusCode).toBe(401)
    }
  })

  test("wrong codes cause delays per account and address, but not for the owner's known device", {
    tags: 'operation',
  }, async () => {
    const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
    const user = await createUser(db, { passwordHash })
    const { secret } = await enrol(limited, { token: user.token, password: PASSWORD })
    const from = (remoteAddress: string) => async (code: string) => {
      const inject = (url: string, payload: object) =>
        limited.fastify.inject({ method: 'POST', url: `/api/v1${url}`, payload, remoteAddress })
      const login = await inject('/login', { email: user.email, password: PASSWORD })
      return inject('/login/second-factor', { challenge: login.json().challenge, code })
    }
    const guess = from('203.0.113.9')
    for (let i = 0; i < 5; i++) expect((await guess('000000')).statusCode).toBe(422)
    let pause = 0
    for (let i = 0; i < 8; i++) {
      await guess('000000')
      const refused = await guess(codeOf(limited, secret))
      expect(refused.statusCode).toBe(429)
      const wait = Number(refused.headers['retry-after'])
      expect(wait).toBeGreaterThan(pause)
      pause = wait
      limited.deps.clock.advance(wait * 1000)
    }
    expect(pause).toBeGreaterThan(MINUTE_MS / 1000)
    await guess('000000')
    expect((await guess(nextCodeOf(limited, secret))).statusCode).toBe(429)
    expect((await from('198.51.100.4')(codeOf(limited, secret))).statusCode).toBe(200)
    await limited.close()
  })
})

describe('changing it', () => {
  test('renewing recovery codes requires password and code, and invalidates the old ones', async () => {
    const { user, secret, recoveryCodes } = await enrolled()
    const renew = (password: string, code: string) =>
      call('POST', '/me/second-factor/recovery-codes', { token: user.token, body: { password, code } })
    expect((await renew('errada', nextCodeOf(app, secret))).statusCode).toBe(422)
    expect((await renew(PASSWORD, '000000')).statusCode).toBe(422)
    const renewed: string[] = (await renew(PASSWORD, nextCodeOf(app, secret))).json().data.recovery_codes
    expect(renewed).toHaveLength(10)
    const [old = ''] = recoveryCodes
    expect((await secondStep(await challengeOf(user.email), old)).statusCode).toBe(422)
    expect((await secondStep(await challengeOf(user.email), renewed[0] ?? '')).statusCode).toBe(200)
  })

  test('disabling it requires password and code; then the password alone logs in', async () => {
    const { user, secret } = await enrolled()
    const off = (body: object) => call('DELETE', '/me/second-factor', { token: user.token, body })
    expect((await off({ password: PASSWORD })).json().errors).toEqual({ code: ['Código obrigatório'] })
    expect((await off({ password: 'errada', code: nextCodeOf(app, secret) })).statusCode).toBe(422)
    expect((await off({ password: PASSWORD, code: '000000' })).statusCode).toBe(422)
    const waiting = await challengeOf(user.email)
    expect((await off({ password: PASSWORD, code: nextCodeOf(app, secret) })).statusCode).toBe(200)
    expect((await secondStep(waiting, nextCodeOf(app, secret))).statusCode).toBe(401)
    expect((await logIn(user.email)).statusCode).toBe(200)
    expect((await off({ password: PASSWORD, code: nextCodeOf(app, secret) })).statusCode).toBe(409)
    expect(await subjectsTo(user.email)).toContain('A verificação em duas etapas foi desativada · Largada')
    expect(await auditOf(user.id)).toEqual(['user.second_factor_enabled', 'user.second_factor_disabled'])
  })

  test('without the phone one recovery code logs in and another disables it', async () => {
    const { user, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    const { token } = (await secondStep(await challengeOf(user.email), first)).json().data
    const off = await call('DELETE', '/me/second-factor', {
      token,
      body: { password: PASSWORD, code: second },
    })
    expect(off.statusCode).toBe(200)
    expect((await logIn(user.email)).statusCode).toBe(200)
  })

  test('deleting the account deletes it', async () => {
    const { user } = await enrolled()
    const gone = await call('DELETE', '/me', { token: user.token, body: { password: PASSWORD } })
    expect(gone.statusCode).toBe(200)
    for (const table of ['second_factors', 'recovery_codes', 'login_challenges'] as const)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual(
        [],
      )
  })
})

describe('an administrator', () => {
  test('removes it from an account: sessions end, the user is notified, the change is audited', async () => {
    const { user } = await enrolled()
    const admin = await createUser(db, { roles: ['Admin'], passwordHash })
    const proof = { current_password: PASSWORD, reason: 'Perdeu o celular: chamado 7' }
    const reset = (id: number, body: object = proof) =>
      call('DELETE', `/admin/accounts/${id}/second-factor`, { token: admin.token, body })
    expect((await reset(user.id)).statusCode).toBe(200)
    expect((await call('GET', '/me', { token: user.token })).statusCode).toBe(401)
    expect((await logIn(user.email)).statusCode).toBe(200)
    expect(await subjectsTo(user.email)).toContain(
      'A verificação em duas etapas da sua conta foi removida · Largada',
    )
    expect((await mailTo(app, user.email)).at(-1)?.text).toContain('Motivo informado: Perdeu o celular')
    const audited = await db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'action', 'after', 'ip'])
      .where('entity_id', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audited).toEqual({
      actor_user_id: admin.id,
      action: 'user.second_factor_reset',
      after: { reason: proof.reason },
      ip: '127.0.0.1',
    })
    expect((await reset(user.id)).statusCode).toBe(409)
    expect((await reset(999_999_999)).statusCode).toBe(404)
    expect((await reset(admin.id)).statusCode).toBe(403)
  })

  test('proves with password and code that no open session of theirs is used', async () => {
    const { user } = await enrolled()
    const admin = await createUser(db, { roles: ['Admin'], passwordHash })
    const { secret } = await enrol(app, { token: admin.token, password: PASSWORD })
    const reset = (body: object) =>
      call('DELETE', `/admin/accounts/${user.id}/second-factor`, { token: admin.token, body })
    const proof = { current_password: PASSWORD, reason: 'Chamado 7' }
    expect((await reset({})).json().errors).toEqual({
      current_password: ['Confirme com a sua senha atual.'],
      reason: ['Informe o motivo'],
    })
    expect((await reset({ ...proof, current_password: 'errada' })).statusCode).toBe(422)
    expect((await reset(proof)).json().errors).toEqual({
      code: ['Confirme com um código da verificação em duas etapas.'],
    })
    expect((await state(user.token)).enabled_at).not.toBeNull()
    expect((await reset({ ...proof, code: nextCodeOf(app, secret) })).statusCode).toBe(200)
  })

  test('who resets another one while that one resets them waits instead of failing', async () => {
    const pair = await Promise.all(
      [1, 2].map(async () => {
        const admin = await createUser(db, { roles: ['Admin'], passwordHash })
        return { admin, ...(await enrol(app, { token: admin.token, password: PASSWORD })) }
      }),
    )
    app.deps.clock.advance(MINUTE_MS)
    const ids = pair.map(({ admin }) => admin.id)
    const { answers } = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
      const answers = pair.map(({ admin, secret }, i) =>
        call('DELETE', `/admin/accounts/${ids[1 - i]}/second-factor`, {
          token: admin.token,
          body: { current_password: PASSWORD, code: codeOf(app, secret), reason: 'Chamado 7' },
        }),
      )
      await callsThatWait(db, 2)
      return { answers }
    })
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200])
  })
})

describe('where it is required', () => {
  const SENTENCE = 'Sua conta exige a verificação em duas etapas. Ative-a para continuar usando a Largada.'

  test.each(['Admin', 'Empresa'] as const)('%s can do nothing before it is enabled', async (role) => {
    const user = await createUser(db, { passwordHash, roles: [role] })
    const login = await strict.call('POST', '/login', { body: { email: user.email, password: PASSWORD } })
    expect(login.statusCode).toBe(200)
    const { token, ...who } = login.json().data
    expect(who.must_enrol).toBe(true)

    for (const { method, path, access, beforeSecondFactor } of ALL_ROUTES) {
      if (access === 'public' || beforeSecondFactor) continue
      const answer = await strict.call(method, path.replace(/:\w+/g, '1'), { token, body: {} })
      expect(answer.json(), `${method} ${path}`).toEqual({
        status: 403,
        message: SENTENCE,
        code: 'second_factor_required',
      })
    }
    // Public routes and the routes for enrolment stay accessible.
    expect((await strict.call('GET', '/events', { token })).statusCode).toBe(200)
    expect((await strict.call('GET', '/me', { token })).json().data.must_enrol).toBe(true)
    expect((await strict.call('GET', '/me/second-factor', { token })).json().data.required).toBe(true)

    const { secret } = await enrol(strict, { token, password: PASSWORD })
    expect((await strict.call('GET', '/me', { token })).json().data).not.toHaveProperty('must_enrol')
    expect((await strict.call('GET', '/me/sessions', { token })).statusCode).toBe(200)
    const proof = { password: PASSWORD, code: nextCodeOf(strict, secret) }
    expect((await strict.call('DELETE', '/me/second-factor', { token, body: proof })).statusCode).toBe(200)
    expect((await strict.call('GET', '/me/sessions', { token })).statusCode).toBe(403)
  })

  test('other accounts do not need it', async () => {
    for (const role of ['Participante', 'Organizador'] as const) {
      const { token } = await createUser(db, { roles: [role] })
      expect((await strict.call('GET', '/me/sessions', { token })).statusCode).toBe(200)
    }
  })

  test('the demo does not require it', async () => {
    const { token } = await createUser(db, { roles: ['Admin'] })
    expect((await call('GET', '/me/sessions', { token })).statusCode).toBe(200)
  })
})
