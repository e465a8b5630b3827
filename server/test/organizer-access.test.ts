import { afterAll, describe, expect, test } from 'vitest'
import * as event from '#contract/organizer-event.ts'
import { exportFoundParticipants, exportParticipants } from '#contract/participant-export.ts'
import * as participants from '#contract/participants.ts'
import * as producer from '#contract/producer.ts'
import * as registration from '#contract/registration.ts'
import * as dashboard from '#contract/report/dashboard.ts'
import * as statement from '#contract/report/statement.ts'
import { PERMISSIONS, type Permission } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { loadCities } from '#server/features/city/directory.ts'
import { loadPermissions } from '#server/features/producer/load-permissions.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { answerWithFile } from './factories/answer-file.ts'
import { at, createEvent } from './factories/event.ts'
import { eventForm } from './factories/event-form.ts'
import { createOrder } from './factories/order.ts'
import { createProducer, producerForm, savedProducerForm } from './factories/producer.ts'
import { createOrganizer, createUser, nextNumber } from './factories/user.ts'

/*
 * Who may do what, in the organizer's house: every route of the contract that organizers may call, tried by everybody, on
 * what is theirs, what is not, and what they were not linked to. A route without a row here fails the last test.
 */

const { db } = await testDatabase()
await Promise.all([loadCities(db), loadPermissions(db)])
const app = await testApp(db)
afterAll(app.close)

const [a, b] = [await createOrganizer(db), await createOrganizer(db)]
const linked = await createEvent(db, { organizerId: a.organizerId })
const linkedRace = await createEvent(db, { organizerId: a.organizerId })
const unlinked = await createEvent(db, { organizerId: a.organizerId })
const foreign = await createEvent(db, { organizerId: b.organizerId })
const form = await eventForm(db)
const ALL = Object.keys(PERMISSIONS) as Permission[]
const realizador = (permissions: readonly Permission[]) =>
  createProducer(db, { organizer: a, permissions, events: [linked.id, linkedRace.id] })

interface Target {
  eventId: number
  /** A realizador without any permission, linked to the event. */
  producerId: number
  /** A session of theirs. */
  sessionId: number
  /** What its form holds. */
  producerForm: Record<string, unknown>
  /** A paid registration of another event of the same people, which nobody may cancel. */
  registrationId: number
  /** Answered there with a file. */
  questionId: number
  /** What it is already. */
  choice: object
}
const target = async (organizer: typeof a, eventId: number, race: typeof linked): Promise<Target> => {
  const order = await createOrder(db, race, { payment: { status: 2 } })
  const registrationId = at(order.registrations, 0).id
  const { id: userId, organizerId: producerId } = await createProducer(db, { organizer, events: [eventId] })
  const session = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  return {
    eventId,
    producerId,
    producerForm: await savedProducerForm(db, producerId),
    sessionId: (await session.executeTakeFirstOrThrow()).id,
    registrationId,
    questionId: await answerWithFile(app.deps, { registrationId, event: race }),
    choice: {
      category_id: at(race.categories, 0).id,
      products: [{ id: at(race.kits, 0).id, shirt_size_id: at(at(race.kits, 0).sizes, 0).id }],
      payment_method_id: at(race.paymentMethods, 0).id,
    },
  }
}
const TARGETS = {
  linked: await target(a, linked.id, linkedRace),
  unlinked: await target(a, unlinked.id, await createEvent(db, { organizerId: a.organizerId })),
  foreign: await target(b, foreign.id, await createEvent(db, { organizerId: b.organizerId })),
}
type TargetName = keyof typeof TARGETS

interface Caller {
  name: string
  token?: string
  is: 'nobody' | 'participant' | 'all' | 'a' | 'b' | 'realizador'
  permissions: readonly Permission[]
}
const caller = (
  name: string,
  is: Caller['is'],
  who?: { token: string },
  permissions: readonly Permission[] = [],
): Caller => ({ name, is, permissions, ...(who && { token: who.token }) })

const CALLERS: Caller[] = [
  caller('a visitor', 'nobody'),
  caller('a visitor with a dead token', 'nobody', { token: 'x'.repeat(43) }),
  caller('a participant', 'participant', await createUser(db)),
  caller('the organizer', 'a', a),
  caller('another organizer', 'b', b),
  caller('Admin', 'all', await createUser(db, { roles: ['Admin'] })),
  caller('Empresa', 'all', await createUser(db, { roles: ['Empresa'] })),
  caller('a realizador with nothing', 'realizador', await realizador([])),
  caller('a realizador with everything', 'realizador', await realizador(ALL), ALL),
]
for (const permission of ALL)
  CALLERS.push(
    caller(`a realizador with ${permission}`, 'realizador', await realizador([permission]), [permission]),
  )

interface Row {
  route: Route
  /** Tells rows of one route apart. */
  as?: string
  path: string | ((target: Target) => string)
  body?: (target: Target) => unknown
  /** Permissions a realizador needs all of; by default the route's. */
  needs?: Permission[]
  /** The route is about nothing in particular: nobody is kept from it by whose things they are. */
  house?: true
  /** Only for whoever owns a realizador's account: its organizer, and Admin. */
  owner?: true
  /** The answer to whoever is let in, when it is not success. */
  letIn?: number
  /** The answer to Admin and Empresa, when it is another one. */
  all?: number
}
const idOf = (permission: Permission) =>
  db.selectFrom('permissions').select('id').where('name', '=', permission).executeTakeFirstOrThrow()
const granted = await idOf('edit-realizador')

const FEES = {
  min_fee_free: '0',
  min_fee_paid: '2.50',
  setup_fee: '0',
  max_fee_percentage: '20',
}

const ROWS: Row[] = [
  { route: producer.getFees, path: '/enterprise/fees', house: true },
  { route: producer.saveFees, path: '/enterprise/fees', body: () => FEES, house: true },
  {
    route: producer.saveFees,
    as: 'below the floor: the enterprise’s by who sets it, refused to who is bound by it',
    path: '/enterprise/fees',
    body: () => ({ ...FEES, min_fee_paid: '2.49' }),
    house: true,
    letIn: 422,
    all: 200,
  },
  { route: producer.listPermissions, path: '/organizer/listPermissions', house: true },
  { route: producer.listProducers, path: '/organizer/producers', house: true },
  {
    route: producer.registerProducer,
    path: '/organizer/producers/register',
    body: () => producerForm({ organizer_id: a.organizerId }),
    house: true,
  },
  { route: producer.getProducer, path: ({ producerId }) => `/organizer/producers/${producerId}` },
  {
    route: producer.updateProducer,
    path: ({ producerId }) => `/organizer/producers/${producerId}`,
    body: ({ producerForm: form }) => ({ ...form, nickname: 'Zeca', phone: '1133334444' }),
  },
  {
    route: producer.updateProducer,
    as: 'with another e-mail',
    path: ({ producerId }) => `/organizer/producers/${producerId}`,
    body: ({ producerForm: form }) => ({ ...form, email: `novo${nextNumber()}@exemplo.test` }),
    owner: true,
  },
  {
    route: producer.listProducerSessions,
    path: ({ producerId }) => `/organizer/producers/${producerId}/sessions`,
    owner: true,
  },
  {
    route: producer.endProducerSessions,
    path: ({ producerId }) => `/organizer/producers/${producerId}/sessions`,
    owner: true,
  },
  {
    route: producer.endProducerSession,
    path: ({ producerId, sessionId }) => `/organizer/producers/${producerId}/sessions/${sessionId}`,
    owner: true,
  },
  {
    route: producer.addProducerToEvent,
    path: '/organizer/producers/add-event',
    body: ({ producerId, eventId }) => ({ organizer_id: producerId, event_id: eventId }),
  },
  { route: producer.listEventProducers, path: ({ eventId }) => `/organizer/producers/event/${eventId}` },
  {
    route: producer.removeProducerFromEvent,
    path: ({ producerId, eventId }) => `/organizer/producers/${producerId}/events/${eventId}`,
  },
  {
    route: producer.listProducerPermissions,
    path: ({ producerId }) => `/organizer/producers/${producerId}/permissions`,
  },
  {
    route: producer.addProducerPermissions,
    path: ({ producerId }) => `/organizer/producers/${producerId}/permissions`,
    body: () => ({ permissions: [granted.id] }),
  },
  {
    route: producer.removeProducerPermission,
    path: ({ producerId }) => `/organizer/producers/${producerId}/permissions/edit-realizador`,
  },
  { route: event.listOrganizerEvents, path: '/organizer/events', house: true },
  { route: event.listEventOptions, path: '/organizer/listEvents', house: true },
  {
    route: event.createEvent,
    path: '/events/create',
    body: () => ({ ...form, organizer_id: a.organizerId }),
    house: true,
  },
  { route: event.getOrganizerEvent, path: ({ eventId }) => `/organizer/events/${eventId}` },
  { route: event.listEventHistory, path: ({ eventId }) => `/organizer/events/${eventId}/history` },
  { route: event.updateEvent, path: ({ eventId }) => `/organizer/events/${eventId}`, body: () => form },
  {
    route: event.changeEventStatus,
    path: ({ eventId }) => `/organizer/events/change-status/${eventId}`,
    body: () => ({ status: 1 }),
  },
  {
    route: event.duplicateEvent,
    path: ({ eventId }) => `/organizer/events/${eventId}/duplicate`,
    body: () => ({ date_event: '2030-01-01' }),
    needs: ['create-event', 'view-event'],
  },
  {
    route: participants.listParticipants,
    path: ({ eventId }) => `/organizer/events/${eventId}/participants`,
  },
  {
    route: participants.searchParticipants,
    path: ({ eventId }) => `/organizer/events/${eventId}/participants/search`,
    body: () => ({ search: 'ninguém' }),
  },
  {
    route: exportParticipants,
    path: ({ eventId }) => `/organizer/events/${eventId}/export-event-participants`,
  },
  {
    route: exportFoundParticipants,
    path: ({ eventId }) => `/organizer/events/${eventId}/export-event-participants`,
    body: () => ({ search: 'ninguém' }),
  },
  {
    route: participants.cancelRegistration,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/status`,
    body: () => ({ status: 2 }),
    letIn: 409,
  },
  {
    route: participants.getEditableRegistration,
    path: ({ registrationId }) => `/organizer/events/register/${registrationId}`,
  },
  {
    route: participants.editRegistration,
    path: ({ registrationId }) => `/organizer/events/register/${registrationId}`,
    body: ({ choice }) => choice,
  },
  { route: dashboard.getOrganizerDashboard, path: '/organizer/dashboard', house: true },
  { route: dashboard.getEventDashboard, path: ({ eventId }) => `/organizer/events/${eventId}/dashboard` },
  { route: dashboard.getEventAudience, path: ({ eventId }) => `/organizer/events/${eventId}/audience` },
  { route: statement.getOrganizerStatement, path: '/organizer/statement', house: true },
  { route: statement.exportOrganizerStatement, path: '/organizer/statement.csv', house: true },
  {
    route: registration.getAnswerFile,
    path: ({ registrationId, questionId }) =>
      `/organizer/registrations/${registrationId}/answers/${questionId}/file`,
  },
  // Let in, it asks for a form with a file.
  { route: event.uploadFile, path: '/organizer/uploads', house: true, letIn: 415 },
]

function expected(row: Row, { name, is, permissions }: Caller, targetName: TargetName): number {
  const allowed = row.letIn ?? row.route.status
  if (is === 'nobody') return 401
  if (is === 'participant') return 403
  if (is === 'all') return row.owner && name === 'Empresa' ? 403 : (row.all ?? allowed)
  if (is === 'realizador') {
    const { access } = row.route
    const asked = typeof access === 'object' && access.permission ? [access.permission] : []
    if (asked.some((permission) => !permissions.includes(permission))) return 403
    if (!row.house && targetName !== 'linked') return 404
    if (row.owner) return 403
    return (row.needs ?? []).every((permission) => permissions.includes(permission)) ? allowed : 403
  }
  if (row.house) return allowed
  return (is === 'b') === (targetName === 'foreign') ? allowed : 404
}

/** Whatever the call before did: the realizador is linked, has no permission, the same e-mail and one open session, and the enterprise
 * its floor. */
async function restore({ eventId, producerId, producerForm: { email }, sessionId }: Target): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: String(email) })
    .where('id', '=', (eb) => eb.selectFrom('organizers').select('user_id').where('id', '=', producerId))
    .execute()
  await db.updateTable('fee_settings').set({ min_fee_paid_cents: 250 }).execute()
  await db.updateTable('sessions').set({ revoked_at: null }).where('id', '=', sessionId).execute()

  await db
    .insertInto('event_producers')
    .values({ event_id: eventId, organizer_id: producerId, linked_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('organizer_permissions').where('organizer_id', '=', producerId).execute()
}

async function answerTo(row: Row, { token }: Caller, of: Target): Promise<number> {
  if (row.route.method !== 'GET') await restore(of)
  const path = typeof row.path === 'string' ? row.path : row.path(of)
  const answer = await app.call(row.route.method, path, { token, body: row.body?.(of) })
  return answer.statusCode
}

describe('who may call', () => {
  test.each(ROWS.map((row) => [[row.route.method, row.route.path, row.as].join(' ').trim(), row] as const))(
    '%s',
    async (_, row) => {
      const targets = row.house ? (['linked'] as const) : (Object.keys(TARGETS) as TargetName[])
      const seen: Record<string, number> = {}
      const wanted: Record<string, number> = {}
      for (const one of CALLERS)
        for (const name of targets) {
          const key = row.house ? one.name : `${one.name}, ${name} event`
          wanted[key] = expected(row, one, name)
          seen[key] = await answerTo(row, one, TARGETS[name])
        }
      expect(seen).toEqual(wanted)
    },
  )

  test('every route that organizers may call has a row', () => {
    const rows = new Set(ROWS.map((row) => row.route))
    const missing = ALL_ROUTES.filter(
      (route) =>
        typeof route.access === 'object' && route.access.roles.includes('Organizador') && !rows.has(route),
    )
    expect(missing.map((route) => `${route.method} ${route.path}`)).toEqual([])
  })

  test('an unknown path of the API is not found', async () => {
    expect((await app.call('GET', '/organizer/segredos', { token: a.token })).statusCode).toBe(404)
  })
})
