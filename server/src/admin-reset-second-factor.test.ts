// @module-tag operation
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { enrol } from '#test/authenticator.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createUser } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'

const { db, url } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

async function run(...args: string[]) {
  const child = spawn(process.execPath, ['server/src/admin-reset-second-factor.ts', ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: url,
      PAYMENT_GATEWAY: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, output, complaint: complaint.trim() }
}

test('an administrator who lost the phone can log in with the password again and is notified', async () => {
  const user = await createUser(db, { roles: ['Admin'], passwordHash })
  await enrol(app, { token: user.token, password: PASSWORD })
  const logIn = () => app.call('POST', '/login', { body: { email: user.email, password: PASSWORD } })
  expect((await logIn()).statusCode).toBe(401)
  expect(await run('--email', user.email.toUpperCase())).toEqual({
    code: 0,
    output: `Verificação em duas etapas removida: ${user.email}. Entre com a senha e ative-a de novo.\n`,
    complaint: '',
  })
  expect((await logIn()).statusCode).toBe(200)
  expect((await app.call('GET', '/me', { token: user.token })).statusCode).toBe(401)
  const subjects = (await mailTo(app, user.email)).map((mail) => mail.subject)
  expect(subjects).toContain('A verificação em duas etapas da sua conta foi removida · Largada')
  expect(await run('--email', user.email)).toMatchObject({
    code: 1,
    complaint: 'Esta conta não tem a verificação em duas etapas ativa.',
  })
})

test.each([
  [[], 'Informe --email.'],
  [['--email', 'ninguem@exemplo.test'], 'Não há conta com este e-mail.'],
  [['--mail', 'x'], 'Opção desconhecida. Use --email.'],
])('%o: a clear sentence', async (args, complaint) => {
  expect(await run(...args)).toEqual({ code: 1, output: '', complaint })
})
