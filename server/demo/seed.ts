import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { slugify } from '#server/features/event/domain/slug.ts'
import { checkDraft } from '#server/features/event-management/check-draft.ts'
import { changesBetween } from '#server/features/event-management/domain/changes.ts'
import { idsForDraft, planDocument } from '#server/features/event-management/domain/plan-document.ts'
import { newEvent } from '#server/features/event-management/new-event.ts'
import { writeDocument } from '#server/features/event-management/queries/document.ts'
import { allocateIds } from '#server/lib/bulk.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { createAccounts, createRunners, type DemoAccounts, demoPasswordHash } from './accounts.ts'
import type { WrittenRace } from './orders.ts'
import { ORGANIZERS } from './organizers.ts'
import { createPeople, emailOf } from './people.ts'
import { type DemoFile, type RaceFiles, storeLogo, storeRaceFiles } from './pictures.ts'
import { hasEvents, insertFiles, isEmpty, limitLevel, linkProducer } from './queries.ts'
import { datesOf, raceDraft } from './race-draft.ts'
import { ownOrders, raceOrders } from './race-orders.ts'
import { TERMS } from './race-texts.ts'
import { MIDWEST } from './races/midwest.ts'
import { NORTH } from './races/north.ts'
import { NORTHEAST } from './races/northeast.ts'
import type { Race } from './races/race.ts'
import { SOUTH } from './races/south.ts'
import { SOUTHEAST } from './races/southeast.ts'
import { createRandom } from './random.ts'
import { writeRegistrations } from './registrations.ts'

export const RACES: readonly Race[] = [...SOUTHEAST, ...SOUTH, ...MIDWEST, ...NORTHEAST, ...NORTH]
const RUNNERS = 320
const FEW = 7
const DAY_MS = 86_400_000
/** The races that the demo's realizador manages. */
const PRODUCED = [
  'Maratona de São Paulo',
  'Noturna do Centro Histórico',
  'Corrida dos Ventos',
  'Ouro Preto Sky Run',
]

type SeedDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>

/** Fills an empty installation in one transaction; dates are relative to today. A second process waits. */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  if (await hasEvents(deps.db)) return
  const started = performance.now()
  const files = await storeFiles(deps)
  const logos = await Promise.all(
    ORGANIZERS.map(({ fantasyName }) => storeLogo(deps.files, slugify(fantasyName))),
  )
  const passwordHash = await demoPasswordHash()
  await transaction(deps.db, async (tx) => {
    if (await isEmpty(tx)) await write(tx, deps, { races: files, logos }, passwordHash)
  })
  deps.log.info({ races: RACES.length, ms: Math.round(performance.now() - started) }, 'demo data written')
}

async function storeFiles({ files, clock }: SeedDeps): Promise<Map<Race, RaceFiles>> {
  const today = dayIn('America/Sao_Paulo', clock.now())
  const stored = await Promise.all(
    RACES.map(async (race) => {
      const organizer = ORGANIZERS[race.organizer].fantasyName
      const { eventOn } = datesOf(race, today)
      const regulation = TERMS[0].text({ title: race.title, organizer, city: race.city, eventOn })
      return [race, await storeRaceFiles(files, race, slugify(race.title), regulation)] as const
    }),
  )
  return new Map(stored)
}

async function write(
  tx: Tx,
  deps: SeedDeps,
  { races: files, logos }: { races: ReadonlyMap<Race, RaceFiles>; logos: readonly DemoFile[] },
  passwordHash: string,
): Promise<void> {
  const now = deps.clock.now()
  const longAgo = new Date(now.getTime() - 120 * DAY_MS)
  const today = dayIn('America/Sao_Paulo', now)
  const random = createRandom('largada')
  const accounts = await createAccounts(tx, passwordHash, logos, longAgo)
  const everyFile = [...files.values()].flatMap(({ all }) => all)
  await insertFiles(tx, [...logos, ...everyFile], longAgo)

  const races = new Map<string, WrittenRace>()
  for (const race of RACES) {
    const own = files.get(race)
    if (own) races.set(race.title, await writeRace(tx, race, { accounts, files: own, today, longAgo }))
  }
  const produced = PRODUCED.flatMap((title) => races.get(title)?.document.event.id ?? [])
  await linkProducer(tx, produced, {
    organizer_id: accounts.producerId,
    linked_by: accounts.organizers[0]?.userId ?? 0,
    linked_at: longAgo,
  })

  const people = createPeople(random, today)
  const persons = Array.from({ length: RUNNERS }, people.adult)
  const runners = await createRunners(
    tx,
    persons.map((person, i) => ({ ...person, email: emailOf(person, i + 1) })),
    longAgo,
  )
  const generators = { random, people, runners, provider: 'sandbox', now }
  const orders = RACES.flatMap((race) => {
    const written = races.get(race.title)
    return written ? raceOrders(race, written, generators) : []
  })
  await writeRegistrations(tx, [...ownOrders(accounts.participant, races, generators), ...orders], now)
  for (const race of RACES) {
    const level = races.get(race.title)?.document.event.stock_level_id
    if (race.left && level) await limitLevel(tx, level, race.left === 'few' ? FEW : 0)
  }
}

interface Setting {
  accounts: DemoAccounts
  files: RaceFiles
  today: string
  longAgo: Date
}

/** Writes a race through the code that saves events. */
async function writeRace(tx: Tx, race: Race, setting: Setting): Promise<WrittenRace> {
  const { accounts, files, today, longAgo } = setting
  const organizer = accounts.organizers[race.organizer]
  if (!organizer) throw new Error(`${race.title} has no organizer`)
  const dates = datesOf(race, today)
  const draft = raceDraft(race, {
    dates,
    organizer: ORGANIZERS[race.organizer],
    files,
    random: createRandom(race.title),
  })
  const city = await checkDraft(tx, draft, { organizerId: organizer.id, enterpriseId: 1 }, { isDraft: false })
  const own = await newEvent(tx, {
    organizer: { id: organizer.id, enterprise_id: 1 },
    draft,
    at: longAgo,
  })
  const ids = await allocateIds(tx, idsForDraft(draft, null))
  const status = dates.eventOn < today ? 2 : 1
  const event = { ...own, city_id: city.id, timezone: city.timezone, status }
  const { document } = planDocument({ draft, event, stored: null, pathOf: (path) => path, ids })
  await writeDocument(tx, document.event, changesBetween(null, document))
  const snapshot = await readSnapshot(tx, event.id)
  if (!snapshot) throw new Error(`${race.title} was not written`)
  return { document, snapshot, ...dates }
}
