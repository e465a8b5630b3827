import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { asaasEnvironment } from '#test/asaas/gateways.ts'
import { type AsaasStandIn, startAsaas } from '#test/asaas/stand-in.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { type LossyNetwork, lossyNetwork } from '#test/lossy-network.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { freePort, type Product, startProduct } from '#test/product.ts'
import { fileIn, type Recounted, type TheirCharge } from '#test/recount.ts'
import { type SimulatedUsers, simulateUsers } from '#test/simulated-users.ts'
import { startZipService, type ZipService } from '#test/zip-service.ts'
import { startEmbeddedPostgres } from '../../server/postgres/start.ts'
import { asaasWebhooks } from './webhooks.ts'

export interface World {
  folder: string
  /** Contains the data of PostgreSQL and the product. A separate file system if possible. */
  disk: { path: string; isOwn: boolean }
  db: Db
  databaseUrl: string
  databaseDir: string
  networks: Record<'database' | 'gateway' | 'mail' | 'zip', LossyNetwork>
  asaas: AsaasStandIn
  mail: MailServer
  zip: ZipService
  environment: Record<string, string>
  product: Product
  /** On the same port and folder. */
  restart(environment?: Record<string, string>): Promise<void>
  startAnother(environment?: Record<string, string>): Promise<Product>
  load(options?: { url?: string; events?: number; thinkMs?: number }): Promise<SimulatedUsers>
  recounted(users: Recounted['users']): Recounted
  stop(): Promise<void>
}

const PEOPLE = 200
/** Spots of each event, fewer than there are users. */
const SPOTS = 120
const THINK_MS = 120
const DISK_SIZE = '2g'

export async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-chaos-'))
  await chmod(folder, 0o755)
  const disk = await ownDisk(join(folder, 'disk'))
  const postgres = await startEmbeddedPostgres({
    dataDir: join(disk.path, 'database'),
    log: pino({ level: 'silent' }),
  })
  const [asaas, mail, zip] = await Promise.all([startAsaas(), startMailServer(), startZipService()])
  zip.answerWith({
    body: { logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP', ibge: '3550308' },
  })
  const [database, gateway, mails, zips] = (await Promise.all(
    [postgres.url, asaas.url, mail.url, zip.url].map(lossyNetwork),
  )) as [LossyNetwork, LossyNetwork, LossyNetwork, LossyNetwork]
  const dataDir = join(disk.path, 'product')
  const environment: Record<string, string> = {
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PAYMENT_GATEWAY: 'asaas',
    ...asaasEnvironment(asaas),
    ASAAS_API_URL: gateway.url,
    SMTP_URL: mails.url,
    CEP_URL: zips.url,
    CEP_FALLBACK_URL: zips.url,
    SECOND_FACTOR: 'optional',
    LOG_LEVEL: 'warn',
  }
  const log = createWriteStream(join(folder, 'product.log'), { flags: 'a' })
  async function start(changes: Record<string, string> = {}): Promise<Product> {
    const product = await startProduct({ ...environment, ...changes })
    product.child.stdout?.pipe(log, { end: false })
    return product
  }

  const db = createDb(createPool(postgres.url, { max: 4, onError: () => undefined }))
  const others: Product[] = []
  const world: World = {
    folder,
    disk,
    db,
    databaseUrl: postgres.url,
    databaseDir: postgres.location,
    networks: { database, gateway, mail: mails, zip: zips },
    asaas,
    mail,
    zip,
    environment,
    product: await start(),
    async restart(changes) {
      world.product = await start(changes)
    },
    async startAnother(changes) {
      const other = await start({ PORT: String(await freePort()), ...changes })
      others.push(other)
      return other
    },
    async load({ url = world.product.url, events = 25, thinkMs = THINK_MS } = {}) {
      const races = []
      for (let i = 0; i < events; i++) races.push(await createEvent(db, { capacity: SPOTS }))
      return simulateUsers(url, people, races, { thinkMs, pay: async (link) => webhooks.pay(link) })
    },
    recounted: (users) => ({ db, users, hasFile: fileIn(dataDir), charges: async () => chargesOf(asaas) }),
    async stop() {
      webhooks.stop()
      for (const { child } of [world.product, ...others]) child.kill('SIGKILL')
      await db.destroy().catch(() => undefined)
      for (const part of [database, gateway, mails, zips, mail]) await part.stop()
      await Promise.all([asaas.close(), zip.close()])
      await postgres.stop()
      if (disk.isOwn) execFileSync('umount', [disk.path])
    },
  }
  const webhooks = asaasWebhooks(asaas, () => world.product.url)
  const people: TestUser[] = []
  for (let i = 0; i < PEOPLE; i++) people.push(await createUser(db))
  return world
}

/** Only root may mount a file system. */
async function ownDisk(path: string): Promise<World['disk']> {
  await mkdir(path)
  const isOwn = process.getuid?.() === 0 && process.platform === 'linux'
  if (isOwn) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'largada-chaos', path])
  return { path, isOwn }
}

const STATES: Record<string, TheirCharge['state']> = {
  PENDING: 'payable',
  OVERDUE: 'payable',
  RECEIVED: 'received',
  CONFIRMED: 'received',
}

const chargesOf = (asaas: AsaasStandIn): TheirCharge[] =>
  asaas.list().map(({ id, externalReference, status, deleted }) => ({
    id,
    externalReference,
    state: deleted ? 'ended' : (STATES[status] ?? 'ended'),
  }))

export const removeFolder = ({ folder }: World) => rm(folder, { recursive: true, force: true })
