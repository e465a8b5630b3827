// @module-tag operation
import { chmod, chown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { canReach } from '../postgres/run-as.ts'
import { testDatabase } from './database.ts'
import { freePort, type Product, refusedStart, startProduct } from './product.ts'

// Runs the product as docs/operations.md installs it: with the unit's environment and user, its example of
// settings, and a program folder in which that user may not write.

vi.setConfig({ testTimeout: 120_000 })

const { url } = await testDatabase()
const NOBODY = { uid: 65_534, gid: 65_534 }
const account = process.getuid?.() === 0 ? NOBODY : null
const folders: string[] = []
const products: Product[] = []
afterAll(async () => {
  for (const { child } of products) child.kill('SIGKILL')
  for (const folder of folders) {
    await chmod(join(folder, 'opt'), 0o700)
    await rm(folder, { recursive: true, force: true })
  }
})

/** What a unit sets with `Environment=`. */
async function environmentOf(unit: string): Promise<Record<string, string>> {
  const lines = (await readFile(`ops/systemd/${unit}`, 'utf8')).split('\n')
  const settings = lines.filter((line) => line.startsWith('Environment=')).map((line) => line.slice(12))
  return Object.fromEntries(settings.flatMap((line) => line.split(' ')).map((pair) => pair.split('=', 2)))
}

/** `.env.example` after an operator filled in these variables. */
async function settings(filled: Record<string, string>): Promise<string> {
  let text = await readFile('.env.example', 'utf8')
  for (const [name, value] of Object.entries(filled)) {
    expect(text, `${name} is a line of .env.example`).toMatch(new RegExp(`^${name}=`, 'm'))
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`)
  }
  return text
}

/** Creates a read-only folder like /opt/largada, and one like /var/lib/largada, which the user owns. */
async function install(filled: Record<string, string>): Promise<{ opt: string; data: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
  folders.push(folder)
  await chmod(folder, 0o755)
  const [opt, data] = [join(folder, 'opt'), join(folder, 'var')]
  await mkdir(opt)
  for (const name of ['contract', 'node_modules', 'package.json', 'server', 'web'])
    await symlink(join(process.cwd(), name), join(opt, name))
  await writeFile(join(opt, '.env'), await settings({ ...filled, DATA_DIR: data }), { mode: 0o644 })
  await mkdir(data, { mode: 0o700 })
  if (account) await chown(data, account.uid, account.gid)
  await chmod(opt, 0o555)
  return { opt, data }
}

interface Installation {
  unit: string
  database: string
  filled: Record<string, string>
}

const required = { DEMO: 'off', PUBLIC_URL: 'https://corridas.exemplo.com.br', PAYMENT_GATEWAY: 'sandbox' }

test.for<Installation>([
  { unit: 'largada.service', database: 'its own PostgreSQL', filled: {} },
  { unit: 'largada.service', database: 'DATABASE_URL', filled: { DATABASE_URL: url } },
  { unit: 'largada-worker.service', database: 'DATABASE_URL', filled: { DATABASE_URL: url, ROLE: 'web' } },
])(
  '$unit with $database starts as an ordinary user whose program folder is read-only',
  async ({ unit, filled }, { skip }) => {
    const isReachable = async (path: string) => !account || canReach(account, path)
    const reachable = (await isReachable(process.execPath)) && (await isReachable(process.cwd()))
    if (!reachable) skip('only root may enter the folder of the project')
    const { opt, data } = await install({ ...required, ...filled })
    const product = await startProduct(
      { ...(await environmentOf(unit)), PORT: String(await freePort()), METRICS_ADDRESS: '' },
      { account, folder: opt },
    )
    products.push(product)
    const answer = await fetch(`${product.url}/health/ready`)
    expect(answer.status).toBe(200)
    await expect
      .poll(async () => (await fetch(`${product.url}/health/ready`)).json())
      .toMatchObject({ status: 'ok', jobs: { money: 'running' } })
    expect(await readFile(join(data, 'secrets.json'), 'utf8')).toContain('secondFactorKey')
    expect(await product.end('SIGTERM')).toBe(0)
  },
)

test('settings that the user of the service cannot read stop the start', async () => {
  const { opt } = await install(required)
  await chmod(opt, 0o755)
  await rm(join(opt, '.env'))
  await symlink(join(opt, 'missing.env'), join(opt, '.env'))
  const { code, errorOutput } = await refusedStart(await environmentOf('largada.service'), {
    account,
    folder: opt,
  })
  expect(code).toBe(1)
  expect(errorOutput).toContain('Não foi possível ler .env.')
})
