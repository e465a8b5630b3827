import { SEX } from '#contract/documents.ts'
import { HOLD_HOURS } from '#contract/payout/destination.ts'
import type { Role } from '#contract/roles.ts'
import { createUserWithRole } from '#server/features/account/create-user.ts'
import { hashPassword } from '#server/features/account/credentials/password.ts'
import { recordConsents } from '#server/features/account/privacy/consents.ts'
import type { PersonalData } from '#server/features/account/queries.ts'
import { writeDestination, writeOwnReserve } from '#server/features/payout/queries/settings.ts'
import { insertGrants, listCatalogue } from '#server/features/producer/permissions/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { DEMO_PASSWORD } from './logins.ts'
import { ORGANIZERS, PRODUCER } from './organizers.ts'
import type { Person } from './people.ts'
import type { DemoFile } from './pictures.ts'
import { insertOrganizer, insertRunners } from './queries.ts'

const PARTICIPANT = {
  name: 'Marina Duarte',
  cpf: '52998224725',
  phone: '11900007788',
  city: 'São Paulo',
  state: 'SP',
  birthOn: '1991-08-14',
  sex: SEX.female,
} as const satisfies Person
const GRANTED = [
  'view-event',
  'edit-event',
  'view-event-participants',
  'export-listing-participants',
  'edit-registration-participant-event',
] as const

interface Organizer {
  id: number
  userId: number
}

export interface DemoAccounts {
  participant: Person & { userId: number }
  organizers: readonly Organizer[]
  producerId: number
}

/** Computed before the transaction begins, because hashing is slow. */
export const demoPasswordHash = (): Promise<string> => hashPassword(DEMO_PASSWORD)

/** The five accounts named in the start message, and other organizers, who cannot log in. */
export async function createAccounts(
  tx: Tx,
  passwordHash: string,
  logos: readonly DemoFile[],
  at: Date,
): Promise<DemoAccounts> {
  const account = (email: string, name: string, role: Role, details: Partial<PersonalData> = {}) =>
    createUserWithRole(tx, {
      name,
      email,
      passwordHash: email.endsWith('@largada.test') ? passwordHash : null,
      emailVerifiedAt: at,
      role,
      at,
      details,
    })
  await account('admin@largada.test', 'Administração Largada', 'Admin')
  await account('empresa@largada.test', 'Largada Tecnologia', 'Empresa')

  const organizers: Organizer[] = []
  for (const [i, organizer] of ORGANIZERS.entries()) {
    const { about, site, instagram, phone, contactEmail } = organizer
    const userId = await account(organizer.email, organizer.name, 'Organizador', { phone })
    const logo_path = logos[i]?.path ?? null
    const published = { about, site, instagram, public_phone: phone, public_email: contactEmail, logo_path }
    const id = await insertOrganizer(tx, { ...organizer, published, userId, parentId: null, at })
    await writeDestination(tx, id, {
      destination: { pix_key_type: 'cnpj', pix_key: organizer.cnpj, bank_account: null },
      previous: null,
      proven: true,
      at: new Date(at.getTime() - HOLD_HOURS * 3_600_000),
    })
    await writeOwnReserve(tx, id, { rate: 1000, days: 7 }, at)
    organizers.push({ userId, id })
  }
  const [first] = organizers
  if (!first) throw new Error('the demo has no organizer')
  const producerUserId = await account(PRODUCER.email, PRODUCER.name, 'Organizador', {
    phone: PRODUCER.phone,
  })
  const producerId = await insertOrganizer(tx, {
    ...PRODUCER,
    userId: producerUserId,
    parentId: first.id,
    at,
  })
  await grantSome(tx, producerId, first.userId, at)

  const userId = await account('participante@largada.test', PARTICIPANT.name, 'Participante', {
    cpf: PARTICIPANT.cpf,
    rg: '287654321',
    phone: PARTICIPANT.phone,
    birth_on: PARTICIPANT.birthOn,
    sex: PARTICIPANT.sex,
    emergency_contact: 'Rogério Duarte',
    emergency_contact_phone: '11900007799',
    zip: '01310100',
    street: 'Avenida Paulista',
    street_number: '1578',
    complement: 'ap. 92',
    district: 'Bela Vista',
    city: PARTICIPANT.city,
    state_code: PARTICIPANT.state,
  })
  const choices = { terms: true, promotions: false, event_updates: true }
  await recordConsents(tx, userId, choices, { ip: '127.0.0.1', userAgent: null }, at)
  return { participant: { ...PARTICIPANT, userId }, organizers, producerId }
}

async function grantSome(tx: Tx, organizerId: number, by: number, at: Date): Promise<void> {
  const catalogue = await listCatalogue(tx)
  const granted: readonly string[] = GRANTED
  const permissionIds = catalogue.filter(({ name }) => granted.includes(name)).map(({ id }) => id)
  await insertGrants(tx, { organizerId, permissionIds, by, at })
}

export interface Runner extends Person {
  userId: number
}

/** Invented people, to whose accounts nobody can log in. */
export async function createRunners(
  tx: Tx,
  people: readonly (Person & { email: string })[],
  at: Date,
): Promise<Runner[]> {
  const ids = await insertRunners(tx, people, at)
  return people.map((person, i) => {
    const userId = ids[i]
    if (userId === undefined) throw new Error('a runner was not written')
    return { ...person, userId }
  })
}
