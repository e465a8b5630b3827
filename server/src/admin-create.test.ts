// @module-tag operation
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'

const { db, url } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

/** Runs the command without a terminal. */
async function run(
  args: string[],
  password?: string,
  database: Record<string, string> = { DATABASE_URL: url },
) {
  const child = spawn(process.execPath, ['server/src/admin-create.ts', ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PAYMENT_GATEWAY: 'sandbox',
      ...database,
      ...(password && { ADMIN_PASSWORD: password }),
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

test('creates the first administrator once, and the administrator can log in', async () => {
  const args = ['--email', 'Chefe@Exemplo.test', '--name', 'Ana Chefe']
  expect(await run(args, 'senha do admin')).toEqual({
    code: 0,
    output: 'Administrador criado: chefe@exemplo.test. Entre em http://localhost:3000/login\n',
    complaint: '',
  })
  const login = await app.call('POST', '/login', {
    body: { email: 'chefe@exemplo.test', password: 'senha do admin' },
  })
  expect(login.json().data).toMatchObject({ user: { name: 'Ana Chefe' }, roles: ['Admin'] })
  expect(await run(args, 'senha do admin')).toMatchObject({
    code: 1,
    complaint: 'Este e-mail já está cadastrado.',
  })
})

test.each([
  [
    ['--email', 'nada', '--name', ' '],
    'curta',
    'Nome obrigatório\nEmail inválido\nO campo precisa ter pelo menos 8 caracteres',
  ],
  [
    ['--email', 'ana@exemplo.test', '--name', 'Ana'],
    undefined,
    'Informe --email, --name e a variável ADMIN_PASSWORD: não há terminal para perguntar.',
  ],
  [['--mail', 'ana@exemplo.test'], 'senha do admin', 'Opção desconhecida. Use --email e --name.'],
])('%o with the password %s: a clear sentence', async (args, password, complaint) => {
  expect(await run(args, password)).toEqual({ code: 1, output: '', complaint })
})

test('creates no embedded database where there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const args = ['--email', 'ana@exemplo.test', '--name', 'Ana']
  expect(await run(args, 'senha do admin', { DATA_DIR: folder })).toEqual({
    code: 1,
    output: '',
    complaint: `Não há banco de dados em ${folder}. Confira DATA_DIR ou DATABASE_URL, ou inicie a Largada antes.`,
  })
  expect(await readdir(folder)).toEqual([])
})
