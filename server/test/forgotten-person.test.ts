// @module-tag operation
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from './database.ts'
import { PASSWORD, registrationForm } from './factories/account.ts'
import { createEvent } from './factories/event.ts'
import { createUser } from './factories/user.ts'
import { listeningApp } from './listening-app.ts'
import { mailTo, tokenIn } from './mail.ts'
import { pressAndDeliver } from './payments.ts'
import { submission } from './wizard.ts'

/** Texts that occur nowhere else, in every form in which the product stores them. */
const PERSON = {
  name: ['Xaverina Quixabeirense', 'xaverina'],
  emails: ['xaverina@quixabeirense.test', 'nova@quixabeirense.test', 'quixabeirense'],
  cpf: ['71428793860', '714.287.938-60'],
  rg: ['87.654.321-X', '87654321X'],
  phone: ['11975318642', '(11) 97531-8642'],
  contact: ['Zulmira Jatobá', 'Zulmira', '11975310001'],
  birth: ['1931-03-14', '14/03/1931'],
  address: ['Rua Jabuticabeira Torta', 'Jabuticabeira'],
  network: ['203.0.113.77'],
}

const lines: string[] = []
const { db } = await testDatabase()
const app = await listeningApp(db, {
  env: { LOG_LEVEL: 'debug' },
  deps: { log: pino({ level: 'debug' }, { write: (line) => lines.push(line) }) },
})
afterAll(app.close)

const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Navegador da Xaverina' }
const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  token?: string,
) => {
  const answer = await app.call(method, path, { body, token, headers })
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300)
  return answer
}

test('the data of a deleted account is in no table, file or log', { timeout: 60_000 }, async () => {
  const event = await createEvent(db)
  await call(
    'POST',
    '/register',
    registrationForm({
      name: 'Xaverina Quixabeirense',
      email: 'xaverina@quixabeirense.test',
      cpf: '714.287.938-60',
      rg: '87.654.321-X',
      phone: '(11) 97531-8642',
      birth_date: '14/03/1931',
      emergency_contact: 'Zulmira Jatobá',
      emergency_contact_phone: '(11) 97531-0001',
      address: {
        zip: '01001-000',
        address: 'Rua Jabuticabeira Torta',
        number: '7',
        complement: '',
        district: 'Sé',
        city: 'São Paulo',
        state: 'SP',
      },
    }),
  )
  const [welcome] = await mailTo(app, 'xaverina@quixabeirense.test')
  await app.call('GET', `/email/verify?token=${tokenIn(welcome)}`, { headers })
  await app.call('POST', '/login', {
    body: { email: 'xaverina@quixabeirense.test', password: 'errada e longa' },
    headers,
  })
  const logIn = async (email: string): Promise<string> =>
    (await call('POST', '/login', { email, password: PASSWORD })).json().data.token
  const first = await logIn('xaverina@quixabeirense.test')

  // The person registers, pays, withdraws, and changes her e-mail address.
  await call('POST', `/events/${event.id}/register-participant`, submission(event), first)
  await runJobsOnce(app.deps)
  const payment = await db.selectFrom('payments').select(['id', 'charge_id']).executeTakeFirstOrThrow()
  await pressAndDeliver(app, payment.charge_id ?? '', 'pagar')
  await call('PUT', '/me/email', { email: 'nova@quixabeirense.test', password: PASSWORD }, first)
  const confirm = (await mailTo(app, 'nova@quixabeirense.test')).at(-1)
  await app.call('GET', `/email/verify?token=${tokenIn(confirm)}`, { headers })
  const token = await logIn('nova@quixabeirense.test')
  await call('GET', '/me/export', undefined, token)

  // Staff looks her up, exports her data, corrects it and writes notes about her.
  const { token: staff } = await createUser(db, { roles: ['Admin'] })
  const found = await call('POST', '/admin/participants/search', { search: 'Xaverina' }, staff)
  const people = found.json().data
  const id = people[0].id as number
  await call('GET', `/admin/participants/${id}`, undefined, staff)
  await call('POST', `/organizer/events/${event.id}/participants/search`, { search: 'Quixabeirense' }, staff)
  await call('GET', `/organizer/events/${event.id}/export-event-participants?format=csv`, undefined, staff)
  const registration = await db.selectFrom('registrations').select('id').executeTakeFirstOrThrow()
  await call(
    'POST',
    `/participant/registrations/${registration.id}/cancel`,
    { expected_refund: '110.00' },
    token,
  )
  await runJobsOnce(app.deps)
  await runJobsOnce(app.deps)

  const words = Object.values(PERSON).flat()
  expect((await tablesWith(words)).length).toBeGreaterThan(10)
  expect(lines.length).toBeGreaterThan(0)
  await call('DELETE', '/me', { password: PASSWORD }, token)
  await runJobsOnce(app.deps)

  // The law requires access addresses to be kept for six months (Marco Civil, article 15).
  expect(await tablesWith(words)).toEqual([
    'public.audit_log: 203.0.113.77',
    'public.security_events: 203.0.113.77',
  ])
  app.deps.clock.advance(184 * 86_400_000)
  await sql`select graphile_worker.add_job('forget-access', '{}')`.execute(db)
  await runJobsOnce(app.deps)
  expect(await tablesWith(words)).toEqual([])
  expect(await filesWith(join(app.deps.config.dataDir, 'files'), words)).toEqual([])
  expect(linesWith(words)).toEqual([])
})

/**
 * Returns `table: word` for each table with a row that contains one of the words. The tables of the sandbox
 * gateway are excluded, because it stands for an external service.
 */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ word: string }>`
      select distinct word from ${sql.table(name)} t, unnest(${[...words]}::text[]) word
      where position(lower(word) in lower(t::text)) > 0`.execute(db)
    found.push(...rows.map(({ word }) => `${name}: ${word}`))
  }
  return found
}

async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of names.filter((name) => name.isFile())) {
    const text = (await readFile(join(entry.parentPath, entry.name), 'latin1')).toLowerCase()
    found.push(
      ...words.filter((word) => text.includes(word.toLowerCase())).map((word) => `${entry.name}: ${word}`),
    )
  }
  return found
}

const linesWith = (words: readonly string[]): string[] =>
  lines.filter((line) => words.some((word) => line.toLowerCase().includes(word.toLowerCase())))
