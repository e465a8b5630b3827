// @module-tag operation
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as account from '#contract/account/account.ts'
import * as invitation from '#contract/account/invitation.ts'
import * as loginLink from '#contract/account/login-link.ts'
import * as passkeys from '#contract/account/passkeys.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import * as session from '#contract/account/session.ts'
import * as accounts from '#contract/backoffice/accounts.ts'
import * as company from '#contract/backoffice/directory.ts'
import * as enterprises from '#contract/backoffice/enterprises.ts'
import * as operations from '#contract/backoffice/operations.ts'
import * as organizers from '#contract/backoffice/organizers.ts'
import * as securityLog from '#contract/backoffice/security-log.ts'
import * as staff from '#contract/backoffice/staff.ts'
import { viewAs } from '#contract/backoffice/viewing.ts'
import * as checkout from '#contract/checkout/checkout.ts'
import * as coupons from '#contract/checkout/coupon.ts'
import * as waitingRoom from '#contract/checkout/waiting-room.ts'
import * as place from '#contract/city/city.ts'
import * as publicEvent from '#contract/event/event.ts'
import * as eventAlert from '#contract/event/event-alert.ts'
import * as eventCancellation from '#contract/event-cancellation/event-cancellation.ts'
import * as couponUses from '#contract/event-management/coupon-uses.ts'
import * as eventDrafts from '#contract/event-management/event-drafts.ts'
import * as organizerEvents from '#contract/event-management/organizer-events.ts'
import { uploadFile } from '#contract/event-management/uploads.ts'
import * as installmentRates from '#contract/fees/installment-rates.ts'
import * as groups from '#contract/group/group.ts'
import * as groupInvited from '#contract/group/invited.ts'
import { toDecimal } from '#contract/money.ts'
import * as change from '#contract/my-registrations/change.ts'
import { deferMyRegistration } from '#contract/my-registrations/deferral.ts'
import * as registration from '#contract/my-registrations/my-registrations.ts'
import { returnMyPlace, withdrawMyReturn } from '#contract/my-registrations/place-return.ts'
import * as refundChoice from '#contract/my-registrations/refund-choice.ts'
import { confirmPixKey } from '#contract/my-registrations/refund-pix-key.ts'
import { orderLegs } from '#contract/my-registrations/team.ts'
import * as transfer from '#contract/my-registrations/transfer.ts'
import { undoMyCancellation } from '#contract/my-registrations/undo-cancellation.ts'
import * as profile from '#contract/organizer/organizer-profile.ts'
import * as participantEdit from '#contract/participants/edit.ts'
import * as exports from '#contract/participants/export.ts'
import { exportParticipants } from '#contract/participants/export.ts'
import { mergeCategories } from '#contract/participants/merge-categories.ts'
import * as panel from '#contract/participants/panel.ts'
import * as participants from '#contract/participants/participants.ts'
import * as rights from '#contract/participants/right-claims.ts'
import * as selection from '#contract/participants/selection.ts'
import * as payment from '#contract/payment/payment.ts'
import * as refund from '#contract/payment/refund.ts'
import * as refundTasks from '#contract/payment/refund-tasks.ts'
import * as paymentPage from '#contract/payment-page/payment-page.ts'
import * as payoutEnterprise from '#contract/payout/enterprise.ts'
import * as payout from '#contract/payout/organizer.ts'
import * as confirmation from '#contract/people/confirmation.ts'
import * as guardian from '#contract/people/guardian.ts'
import * as producer from '#contract/producer/producer.ts'
import * as producerAccess from '#contract/producer/producer-access.ts'
import * as dailyMoney from '#contract/report/daily-money.ts'
import { saveGoal } from '#contract/report/dashboard.ts'
import { simulateRight } from '#contract/report/right-simulation.ts'
import { getEventRights } from '#contract/report/rights.ts'
import type { Role } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { openRooms } from '#server/features/checkout/waiting-room/queries.ts'
import { readRoom } from '#server/features/checkout/waiting-room/read-room.ts'
import { writeOwnReserve } from '#server/features/payout/queries/settings.ts'
import { createLink } from '#server/features/people/confirmation/invite.ts'
import { insertLink } from '#server/features/people/guardian/queries.ts'
import { createDb, createPool, transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { CRONS, runJobsOnce } from '#server/worker.ts'
import { organizerForm } from './back-office.ts'
import { testDatabase } from './database.ts'
import { PASSWORD, passwordHash, registrationForm } from './factories/account.ts'
import { answerWithFile } from './factories/answer-file.ts'
import { at, createEvent } from './factories/event.ts'
import { eventForm } from './factories/event-form.ts'
import { fillLargeTables } from './factories/large-tables.ts'
import { createOrder } from './factories/order.ts'
import { createProducer, nextCnpj, producerForm } from './factories/producer.ts'
import { createOrganizer, createUser, invite, nextCpf, nextNumber, openSession } from './factories/user.ts'
import { listeningApp } from './listening-app.ts'
import { PasskeyDevice } from './passkey-device.ts'
import { chargedRegistration, findPayment, press } from './payments.ts'
import { explainEverything, fullReads, largeTables } from './plans.ts'
import { proofs } from './proof-of-work.ts'
import { companion, submission } from './wizard.ts'
import { startZipService } from './zip-service.ts'

/* Runs every route and every scheduled job on tables as large as after some years. No statement may read
   a large table completely, including statements inside functions, triggers and foreign-key checks. A
   route without a row is called with valid path parameters. The test fails for a status other than
   success, or other than the row expects. */

/** Tables with fewer rows may be read completely. */
const LARGE = 10_000

/** Statements that may read a large table completely, with the reason. */
const ALLOWED: [reason: string, statement: RegExp][] = [
  ['once a day: unused uploads', /delete from uploads/],
  ['once a day: sessions and links older than half a year', /^delete from "(sessions|user_tokens)"/],
  ['the number of accounts, by an index-only scan', /\(select count\(\*\) from users\) - /],
  // One pass over the accounts may cost less than thousands of look-ups.
  ['the cities of the participants of one event', /select u\.city, u\.state_code as state, count\(\*\)/],
  // Admin and Empresa see all events.
  ['the figures of all events', /from participant_list\s+where event_id = any/],
]

const { url } = await testDatabase()
const pool = createPool(url, { max: 6 })
const db = createDb(pool)
afterAll(() => db.destroy())
const zip = await startZipService()
zip.answerWith({ body: { erro: true } })
afterAll(zip.close)

const races = await fillLargeTables(db)
const race = at(races, 0)
const large = await largeTables(db, LARGE)

const organizer = { organizerId: race.organizerId, ...(await ownerOf(race.organizerId)) }
const admin = await createUser(db, { roles: ['Admin'], passwordHash })
await db
  .updateTable('users')
  .set({ password_hash: await passwordHash })
  .where('id', '=', organizer.id)
  .execute()
await db
  .updateTable('events')
  .set({ groups_until: '2099-01-01', teams_until: '2099-01-01' })
  .where('id', '=', race.id)
  .execute()
// By default nothing is paid out before a race.
await transaction(db, (tx) => writeOwnReserve(tx, organizer.organizerId, { rate: 1000, days: 7 }, new Date()))
const buyer = await createUser(db)
const realizador = await createProducer(db, { organizer, events: [race.id] })
const form = await eventForm(db)

const found = new Map<string, string>()
let planCount = 0
let during = ''
await explainEverything(db, pool, ({ statement, plan }) => {
  planCount++
  const tables = fullReads(plan, large)
  if (tables.length === 0 || ALLOWED.some(([, allowed]) => allowed.test(statement))) return
  found.set(`${tables.join(', ')}: ${statement.replace(/\s+/g, ' ').slice(0, 400)}`, during)
})
// Existing connections do not have the new setting, so they are closed.
for (const client of await Promise.all(Array.from({ length: 6 }, () => pool.connect()))) client.release(true)
const asaasToken = 'x'.repeat(32)
const app = await listeningApp(db, {
  env: {
    ASAAS_API_URL: 'http://127.0.0.1:9',
    ASAAS_API_KEY: `$${asaasToken}`,
    ASAAS_WEBHOOK_TOKEN: asaasToken,
  },
})
Object.assign(app.deps.config, { cepUrl: zip.url, cepFallbackUrl: zip.url })
afterAll(app.close)

async function ownerOf(organizerId: number) {
  const { user_id } = await db
    .selectFrom('organizers')
    .select('user_id')
    .where('id', '=', organizerId)
    .executeTakeFirstOrThrow()
  const user = await db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow()
  return { id: user_id, name: user.name, email: user.email, cpf: null, token: await openSession(db, user_id) }
}

interface Row {
  route: Route
  path?: string | (() => Promise<string>)
  queries?: string[]
  body?: () => unknown | Promise<unknown>
  headers?: Record<string, string>
  /** Expected status, when it is not a success. */
  status?: number
  as?: { id: number }
}

const invited = await createUser(db)
const DRAFT = {
  version: 0,
  event_id: null,
  organizer_id: organizer.organizerId,
  title: 'Noturna',
  document: { form: {}, base: null },
}
async function newDraft() {
  const path = `/organizer/event-drafts/${randomUUID()}`
  await app.call('PUT', path, { token: admin.token, body: DRAFT })
  return path
}
const fresh = () => createUser(db, { passwordHash: null })
const colleague = () => createUser(db, { roles: ['Empresa'], passwordHash: null })
const colleagueOf = () => createProducer(db, { organizer, events: [race.id] })
const newEnterprise = async () =>
  (
    await db
      .insertInto('enterprises')
      .values({ name: 'Por engano' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const category = at(race.categories, 0)
const kit = at(race.kits, 0)
const choice = {
  category_id: category.id,
  products: [{ id: kit.id, shirt_size_id: at(kit.sizes, 1).id }],
  payment_method_id: at(race.paymentMethods, 0).id,
}
/** Creates a registration that the buyer made for another CPF. */
const mine = async () =>
  at((await createOrder(db, race, { buyer: { ...buyer, cpf: null } })).registrations, 0).id
await db
  .updateTable('events')
  .set({ changes_until: '2180-01-01', transfers_until: '2180-01-01' })
  .where('id', '=', race.id)
  .execute()
const totalOfKit = async () =>
  (
    await db
      .selectFrom('registrations')
      .where('kit_id', '=', kit.id)
      .orderBy('id', 'desc')
      .select('total_cents')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).total_cents
const changePath = async (rest = '') => {
  const order = await createOrder(db, race, { buyer: { ...buyer, cpf: null }, payment: { status: 2 } })
  return `/participant/registrations/${at(order.registrations, 0).id}/change${rest}`
}
/** An invitation to take over a new registration. */
const transferToken = async () => {
  const [, , , id] = (await changePath()).split('/')
  const token = `transfer-${id}`
  await db
    .insertInto('transfers')
    .values({
      registration_id: Number(id),
      state: 'invited',
      from_user_id: buyer.id,
      token_hash: hashToken(token),
      created_at: new Date(),
      expires_at: new Date('2180-01-01'),
    })
    .execute()
  return token
}
/** Gives a consent with this registration; returns the id of its term. */
async function giveConsent(registrationId: number): Promise<number> {
  const text = { name: 'Uso de imagem', description: 'Autorizo.', kind: 'consent' }
  const { id } = await db
    .insertInto('terms')
    .values({ event_id: race.id, ...text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accepted = { term_id: id, version: 1 }
  const at = new Date()
  await db
    .insertInto('term_versions')
    .values({ ...accepted, ...text, created_at: at })
    .execute()
  await db
    .insertInto('term_acceptances')
    .values({ ...accepted, registration_id: registrationId, accepted_at: at })
    .execute()
  return id
}
/** A group of the buyer with a member of another account. */
async function newGroup() {
  const registrationId = await registrationOf()
  const token = `convite-${nextNumber()}`
  const joined_at = new Date()
  const { id } = await db
    .insertInto('groups')
    .values({
      event_id: race.id,
      captain_user_id: buyer.id,
      name: token,
      kind: 'club',
      token,
      created_at: joined_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('group_members')
    .values({ registration_id: registrationId, group_id: id, joined_at })
    .execute()
  return { id, registrationId, token }
}
/** The members of a team of the buyer. */
async function newTeam(): Promise<number[]> {
  const ids = [await mine(), await mine()]
  const { category_id } = await db
    .selectFrom('registrations')
    .where('id', '=', at(ids, 0))
    .select('category_id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('teams')
    .values({ category_id, name: 'Pé na Areia', captain_user_id: buyer.id, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('team_members')
    .values(ids.map((registration_id, index) => ({ registration_id, team_id: id, leg: index + 1 })))
    .execute()
  return ids
}
const teamIds = await newTeam()
/** A registration of the buyer that its participant has not confirmed. */
async function unconfirmed(): Promise<number> {
  const id = await mine()
  await db.insertInto('confirmations').values({ registration_id: id, created_at: new Date() }).execute()
  return id
}
/** A registration of the buyer, for whom a guardian and the participant, who is 17, have to sign. */
async function unsigned(): Promise<number> {
  const id = await mine()
  const { event_on } = await db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', id)
    .select('e.event_on')
    .executeTakeFirstOrThrow()
  const birth_on = `${Number(event_on.slice(0, 4)) - 17}-01-01`
  await db.updateTable('registrations').set({ birth_on, cpf: nextCpf() }).where('id', '=', id).execute()
  const now = new Date()
  await db
    .insertInto('guardian_requests')
    .values({ registration_id: id, created_at: now, due_at: new Date(now.getTime() + 86_400_000) })
    .execute()
  return id
}
async function signing() {
  const id = await unsigned()
  const token = newToken()
  const now = new Date()
  await insertLink(db, {
    registrationId: id,
    role: 'participant',
    tokenHash: hashToken(token),
    at: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  })
  const { cpf, birth_on } = await db
    .selectFrom('registrations')
    .where('id', '=', id)
    .select(['cpf', 'birth_on'])
    .executeTakeFirstOrThrow()
  return { token, cpf, birth_date: birth_on }
}
async function identified() {
  const id = await unconfirmed()
  const { token } = await createLink(app.deps, { id, timezone: 'America/Sao_Paulo', event_on: '2099-01-01' })
  const { cpf, birth_on } = await db
    .selectFrom('registrations')
    .where('id', '=', id)
    .select(['cpf', 'birth_on'])
    .executeTakeFirstOrThrow()
  return { token, cpf, birth_date: birth_on }
}
const registrationOf = async () => at((await createOrder(db, race)).registrations, 0).id
const paymentToken = async () => {
  const { paymentId } = await chargedRegistration(app, race)
  const { token } = await findPayment(app, paymentId)
  return token
}
const registrationPath = async (rest: string) => `/organizer/registrations/${await registrationOf()}${rest}`
const day = '2026-01-01'
/** The category into which the merged one goes. */
let merged = 0

const ROWS: Row[] = [
  {
    route: publicEvent.listEvents,
    queries: [
      '',
      'title=corrida cidade 5 km&page=3',
      'title=até R$ 60 neste fim de semana',
      'title=perto de Campinas',
      `date_event_start=${day}&date_event_end=2030-01-01&status=1`,
      'state=SP&city=São Paulo',
    ],
  },
  { route: publicEvent.getEventPreview, path: `/events/preview/${'x'.repeat(43)}`, status: 404 },
  { route: publicEvent.listRacePlaces, queries: ['', 'title=perto de Campinas&state=SP&status=1'] },
  { route: publicEvent.listEventCities, queries: ['state=SP'] },
  { route: publicEvent.listSuggestions, queries: ['q=corrida'] },
  { route: publicEvent.getEventBySlug, path: `/events/slug/${race.slug}` },
  { route: profile.getOrganizerPage, path: `/organizers/a-${organizer.organizerId}` },
  {
    route: profile.saveOrganizerProfile,
    body: () => ({ fantasy_name: 'Ilha Run', about: 'Corridas na ilha desde 2010.' }),
  },
  { route: eventAlert.getEventAlert, path: `/events/slug/${race.slug}/alert` },
  // The event is open.
  { route: eventAlert.askForAlert, path: `/events/slug/${race.slug}/alert`, status: 409 },
  { route: eventAlert.endAlert, path: `/events/slug/${race.slug}/alert` },
  { route: eventAlert.endAlertByLink, body: () => ({ token: 'x'.repeat(43) }) },
  { route: place.listCities, path: '/states/SP/cities' },
  { route: place.lookUpZip, path: '/cep/00000001' },
  { route: session.login, body: () => ({ email: buyer.email, password: 'errada' }), status: 401 },
  { route: account.registerAccount, body: () => registrationForm() },
  { route: session.resendVerification, body: () => ({ email: buyer.email }) },
  { route: session.verifyEmail, queries: ['token=x'], status: 302 },
  { route: loginLink.requestLoginLink, body: () => ({ email: buyer.email }) },
  { route: loginLink.readLoginLink, body: () => ({ token: 'x' }), status: 400 },
  { route: loginLink.loginWithLink, body: () => ({ token: 'x' }), status: 400 },
  { route: loginLink.loginVerified, body: () => ({ token: 'x' }), status: 400 },
  { route: session.readResetLink, body: () => ({ token: 'x' }), status: 400 },
  { route: session.requestPasswordReset, body: () => ({ email: buyer.email }) },
  {
    route: session.resetPassword,
    body: () => ({ token: 'x', password: PASSWORD, password_confirmation: PASSWORD }),
    status: 400,
  },
  {
    route: session.changePassword,
    body: () => ({ current_password: 'errada', password: PASSWORD, password_confirmation: PASSWORD }),
    status: 422,
  },
  { route: account.deleteAccount, body: () => ({ password: 'errada' }), status: 422 },
  { route: account.updateProfile, body: () => registrationForm({ email: buyer.email }), as: buyer },
  // 415, because the route requires a form with a file.
  { route: account.uploadImage, status: 415 },
  { route: account.getImage },
  { route: account.updateConsents, body: () => ({ receive_promotions: true, receive_event_updates: true }) },
  { route: invitation.readInvitation, body: async () => ({ token: await invite(db, invited) }), as: invited },
  {
    route: invitation.acceptInvitation,
    body: async () => ({ token: await invite(db, invited) }),
    as: invited,
  },
  { route: invitation.becomeRunner, body: () => registrationForm(), as: realizador },
  { route: session.revokeSession, path: async () => `/me/sessions/${await sessionOf(buyer.id)}` },
  {
    route: checkout.registerParticipant,
    path: `/events/${race.id}/register-participant`,
    body: () => submission(race, { participants: [companion()] }),
  },
  { route: checkout.getWizardStart, path: `/participant/events/${race.id}/start` },
  { route: checkout.uploadAnswerFile, status: 415 },
  {
    route: checkout.getOrder,
    path: async () =>
      `/participant/orders/${(await createOrder(db, race, { buyer: { ...buyer, cpf: null } })).key}`,
  },
  {
    route: coupons.validateCoupon,
    body: () => ({ code: 'CLUBE10', event_id: race.id, product_id: kit.id }),
  },
  {
    route: groups.createGroup,
    body: () => ({ event_id: race.id, name: `Grupo ${nextNumber()}`, kind: 'club' }),
  },
  { route: groups.getMyGroup, path: async () => `/participant/groups/${(await newGroup()).id}`, as: buyer },
  {
    route: groups.listGroupMembers,
    path: async () => `/participant/groups/${(await newGroup()).id}/members`,
    queries: ['', 'state=unsigned', 'state=paid'],
    as: buyer,
  },
  {
    route: groups.quoteGroupPayment,
    path: async () => `/participant/groups/${(await newGroup()).id}/quote`,
    body: () => ({}),
    as: buyer,
  },
  {
    route: groups.payForGroup,
    path: async () => `/participant/groups/${(await newGroup()).id}/payment`,
    body: () => ({}),
    as: buyer,
  },
  {
    route: groupInvited.listInvited,
    path: async () => `/participant/groups/${(await newGroup()).id}/invited`,
    as: buyer,
  },
  {
    route: groupInvited.inviteMembers,
    path: async () => `/participant/groups/${(await newGroup()).id}/invited`,
    body: () => ({
      rows: [
        ['Nome', 'E-mail'],
        ['Davi Lima', 'davi@exemplo.test'],
      ],
    }),
    as: buyer,
  },
  {
    route: groupInvited.removeInvited,
    path: async () => {
      const { id } = await newGroup()
      const invite = await db
        .insertInto('group_invites')
        .values({ group_id: id, name: 'Davi Lima', email: 'davi@exemplo.test', invited_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return `/participant/groups/${id}/invited/${invite.id}`
    },
    as: buyer,
  },
  {
    route: groups.leaveGroup,
    path: async () => {
      const { id, registrationId } = await newGroup()
      return `/participant/groups/${id}/members/${registrationId}`
    },
    as: buyer,
  },
  { route: groups.readGroupInvitation, path: async () => `/groups/${(await newGroup()).token}` },
  {
    route: groups.listJoinable,
    path: async () => `/participant/group-invitations/${(await newGroup()).token}`,
    as: buyer,
  },
  {
    route: groups.joinGroup,
    path: async () => `/participant/group-invitations/${(await newGroup()).token}`,
    body: async () => ({ registration_ids: [await mine()] }),
    as: buyer,
  },
  { route: registration.listPayableTogether },
  {
    route: registration.payTogether,
    body: async () => ({ registration_ids: [await mine()], payment_type: 1 }),
  },
  { route: registration.getMyRegistration, path: async () => `/participant/registrations/${await mine()}` },
  {
    route: registration.getMyRegistrationCalendar,
    path: async () => `/participant/registrations/${await mine()}/calendar.ics`,
  },
  {
    route: registration.getMyAnswerFile,
    path: async () => {
      const registrationId = await mine()
      return `/participant/registrations/${registrationId}/answers/${await answerWithFile(app.deps, { registrationId, event: race })}/file`
    },
  },
  {
    route: registration.getAnswerFile,
    path: async () => {
      const registrationId = await registrationOf()
      return `/organizer/registrations/${registrationId}/answers/${await answerWithFile(app.deps, { registrationId, event: race })}/file`
    },
  },
  {
    route: registration.renewMyPayment,
    path: async () => `/participant/registrations/${await mine()}/payment`,
    body: () => ({ payment_type: 1 }),
  },
  {
    route: registration.cancelMyRegistration,
    path: async () => `/participant/registrations/${await mine()}/cancel`,
  },
  {
    route: undoMyCancellation,
    path: async () => {
      const path = `/participant/registrations/${await mine()}/cancel`
      await app.call('POST', path, { token: await openSession(db, buyer.id) })
      return `${path}/undo`
    },
  },
  {
    route: registration.revokeMyConsent,
    path: async () => {
      const registrationId = await mine()
      return `/participant/registrations/${registrationId}/consents/${await giveConsent(registrationId)}/revoke`
    },
  },
  {
    route: registration.saveMyAnswers,
    path: async () => `/participant/registrations/${await mine()}/answers`,
    body: () => ({ answers: [] }),
  },
  {
    // 404, because it claims nothing.
    route: registration.sendRightProof,
    path: async () => `/participant/registrations/${await mine()}/right-proof`,
    status: 404,
  },
  ...[refundChoice.getRefundChoice, refundChoice.chooseRefund].map((route) => ({
    route,
    path: async () => `/participant/registrations/${await mine()}/refund-choice`,
    body: () => ({ choice: 'refund' }),
    status: 404,
  })),
  { route: change.getChangeOptions, path: () => changePath() },
  {
    route: change.changeMyRegistration,
    path: () => changePath(),
    body: async () => ({
      category_id: category.id,
      product_id: kit.id,
      shirt_size_id: at(kit.sizes, 1).id,
      expected_value: toDecimal(await totalOfKit()),
    }),
  },
  {
    route: deferMyRegistration,
    path: () => changePath('').then((path) => path.replace('/change', '/deferral')),
    body: () => ({ reason: 'Lesão', expected_credit: '0.00' }),
    status: 409,
  },
  {
    route: returnMyPlace,
    path: () => changePath('').then((path) => path.replace('/change', '/return')),
    body: () => ({ expected_refund: '0.00' }),
    status: 409,
  },
  {
    route: withdrawMyReturn,
    path: () => changePath('').then((path) => path.replace('/change', '/return/withdraw')),
    status: 409,
  },
  { route: change.withdrawMyChange, path: () => changePath('/withdraw') },
  {
    route: transfer.inviteToTransfer,
    path: () => changePath('').then((path) => path.replace('/change', '/transfer')),
  },
  {
    route: transfer.withdrawTransfer,
    path: () => changePath('/withdraw').then((path) => path.replace('/change', '/transfer')),
  },
  {
    route: orderLegs,
    path: `/participant/registrations/${at(teamIds, 0)}/legs`,
    body: () => ({ registration_ids: teamIds.toReversed() }),
  },
  { route: transfer.readTransfer, body: async () => ({ token: await transferToken() }) },
  { route: transfer.readTransferOffer, body: async () => ({ token: await transferToken() }) },
  {
    route: transfer.acceptTransfer,
    body: async () => ({ token: await transferToken(), terms: [], expected_to_pay: '0.00' }),
    status: 409,
  },
  { route: transfer.listTransferred },
  {
    route: confirmPixKey,
    path: async () => `/participant/registrations/${await mine()}/pix-key`,
    body: () => ({ is_my_key: true }),
    status: 409,
  },
  { route: paymentPage.getPaymentPage, path: async () => `/payments/${await paymentToken()}` },
  {
    route: paymentPage.changePaymentMethod,
    path: async () => `/payments/${await paymentToken()}/method`,
    body: () => ({ payment_type: 1 }),
  },
  {
    route: payment.receiveGatewayMessage,
    body: () => ({
      id: 'm',
      event: 'CHARGE_RECEIVED',
      created_at: day,
      charge: { id: 'c', external_reference: null },
    }),
    status: 401,
  },
  {
    route: payment.receiveAsaasMessage,
    headers: { 'asaas-access-token': asaasToken },
    body: () => ({ id: 'm', event: 'PAYMENT_RECEIVED', payment: { id: 'c', externalReference: 'r' } }),
  },
  {
    route: participants.listParticipants,
    queries: [
      '',
      'page=40&per_page=100',
      'search=silva',
      'search=maria silva&registration_status=1',
      'search=123456789',
      `modality_id=${category.modalityId}&category_id=${category.id}&product_id=${kit.id}`,
      'registration_status=0&payment_status=2',
      `payment_date_start=${day}&payment_date_end=2030-01-01`,
      'team=incomplete',
      'sort=name',
      'sort=name&search=silva&registration_status=1',
      'sort=value&order=desc&money=paid',
      'money=owing',
      'sort=paid_on&search=silva',
    ],
  },
  { route: refund.listEventRefunds, queries: ['', 'status=needs_person'] },
  { route: refund.listOrganizerRefunds, queries: ['', 'status=needs_person'] },
  { route: exportParticipants, queries: ['', 'format=csv', 'search=silva', 'registration_status=1'] },
  {
    route: exports.saveExportPreset,
    body: () => ({ name: 'Chip Brasil', columns: ['name'], only_confirmed: true }),
  },
  { route: exports.exportAnswerFiles, queries: ['', 'registration_status=1'], status: 409 },
  { route: exports.exportFoundAnswerFiles, body: () => ({ search: 'ninguém' }), status: 409 },
  {
    route: participantEdit.getEditableRegistration,
    path: async () => `/organizer/events/register/${await registrationOf()}`,
  },
  {
    route: participantEdit.editRegistration,
    path: async () => `/organizer/events/register/${await registrationOf()}`,
    body: () => choice,
  },
  ...[participants.approveCancellation, participants.refuseCancellation].map((route) => ({
    route,
    path: () => registrationPath(route.path.replace('/organizer/registrations/:id', '')),
    body: () => ({ note: 'O kit já foi retirado.' }),
    status: 409,
  })),
  { route: rights.listRightClaims, path: `/organizer/events/${race.id}/right-claims` },
  ...[
    { route: rights.reviewRight, body: { right_rule_id: 999_999, decision: 'approve' }, status: 404 },
    { route: rights.grantRight, body: { right_rule_id: 999_999, reason: 'Laudo' }, status: 422 },
    { route: rights.getRightProof, status: 404 },
  ].map(({ body, ...row }) => ({
    ...row,
    path: () =>
      registrationPath(
        row.route.path.replace('/organizer/registrations/:id', '').replace(':rightRuleId', '999999'),
      ),
    ...(body && { body: () => body }),
  })),
  { route: getEventRights, path: `/organizer/events/${race.id}/rights-report` },
  { route: panel.getRegistrationRecord, path: () => registrationPath('') },
  {
    route: panel.correctPerson,
    path: async () => {
      const order = await createOrder(db, race, { buyer: await createUser(db, { name: 'Bruna Prada' }) })
      return `/organizer/registrations/${at(order.registrations, 0).id}/person`
    },
    body: () => ({ name: 'Bruna Prado', birth_date: '20/05/1991', sex: 1, reason: 'Documento' }),
  },
  {
    route: panel.correctAnswer,
    path: () => registrationPath('/answers/999999'),
    body: () => ({ accepted: true, reason: 'Documento' }),
    status: 404,
  },
  {
    route: panel.addRegistrationNote,
    path: () => registrationPath('/notes'),
    body: () => ({ text: 'Retira o kit no sábado.' }),
  },
  {
    route: confirmation.inviteParticipant,
    path: async () => `/participant/registrations/${await unconfirmed()}/invitation`,
  },
  {
    route: panel.inviteParticipantAsStaff,
    path: async () => `/organizer/registrations/${await unconfirmed()}/invitation`,
  },
  {
    route: panel.inviteToTransferAsStaff,
    path: async () => `/organizer/registrations/${await unconfirmed()}/transfer`,
    body: () => ({ email: null }),
    status: 409,
  },
  {
    route: panel.inviteSignerAsStaff,
    path: async () => `/organizer/registrations/${await unsigned()}/guardian/invitation`,
    body: () => ({ role: 'guardian' }),
  },
  ...[selection.resendToSelected, selection.cancelSelected].map((route) => ({
    route,
    path: route.path.replace(':id', String(race.id)),
    body: async () => ({ ids: [await registrationOf()] }),
  })),
  { route: panel.resendRegistrationMail, path: () => registrationPath('/resend') },
  {
    route: participants.cancelRegistration,
    path: () => registrationPath('/status'),
    body: () => ({ status: 2 }),
  },
  // Asks for an empty month: for a busy month the whole ledger is read, and all rows of these tables are of
  // the current month.
  { route: dailyMoney.getDailyMoney, queries: ['from=2020-01-01&to=2020-01-31'] },
  { route: organizerEvents.listOrganizerEvents, queries: ['', 'search=maratona', 'status=1'] },
  { route: eventDrafts.listEventDrafts, queries: ['', 'title=noturna', `event_id=${race.id}`] },
  { route: eventDrafts.getEventDraft, path: newDraft },
  { route: eventDrafts.saveEventDraft, path: newDraft, body: () => ({ ...DRAFT, version: 1 }) },
  { route: eventDrafts.deleteEventDraft, path: newDraft },
  { route: simulateRight, queries: ['', 'min_age=60&rate=50.00', 'rate=100.00&uses=40'] },
  { route: organizerEvents.listEventOwners, queries: ['', 'search=organizadora'] },
  { route: organizerEvents.createEvent, body: () => ({ ...form, organizer_id: organizer.organizerId }) },
  {
    route: organizerEvents.updateEvent,
    path: async () => `/organizer/events/${await newEvent()}`,
    body: () => form,
  },
  {
    route: organizerEvents.changeEventStatus,
    path: async () => `/organizer/events/change-status/${await newEvent()}`,
    body: () => ({ status: 0 }),
  },
  { route: organizerEvents.deleteEvent, path: async () => `/organizer/events/${await newEvent()}` },
  {
    route: eventCancellation.cancelEvent,
    path: async () => `/organizer/events/${await newEvent()}/cancellation`,
    body: () => ({ reason: 'Chuva', current_password: PASSWORD }),
  },
  { route: organizerEvents.createPreview, path: async () => `/organizer/events/${await newEvent()}/preview` },
  {
    route: saveGoal,
    path: async () => `/organizer/events/${await newEvent()}/goal`,
    body: () => ({ goal: 500 }),
  },
  { route: organizerEvents.removePreview, path: async () => `/organizer/events/${await newEvent()}/preview` },
  ...(
    [
      [couponUses.listCouponCodes, 'codes', undefined],
      [couponUses.exportCouponCodes, 'codes.csv', undefined],
      [couponUses.createCouponCodes, 'codes', { total: 10 }],
      [couponUses.revokeCouponCodes, 'codes/revoke', { code_ids: null }],
      [couponUses.countCouponPeople, 'people', undefined],
      [couponUses.addCouponPeople, 'people', { list: 'ana@exemplo.test' }],
      [couponUses.clearCouponPeople, 'people', undefined],
    ] as const
  ).map(([route, part, body]) => ({
    route,
    path: async () => `${await newCoupon()}/${part}`,
    ...(body && { body: () => body }),
  })),
  {
    route: mergeCategories,
    path: async () => {
      const event = await createEvent(db, {
        organizerId: organizer.organizerId,
        modalities: [{ name: '5 km', categories: [{ name: '60–64' }, { name: '65–69' }] }],
      })
      merged = at(event.categories, 1).id
      return `/organizer/events/${event.id}/categories/${at(event.categories, 0).id}/merge`
    },
    body: () => ({ into_category_id: merged, name: '60–69' }),
  },
  {
    route: eventCancellation.nameNewDate,
    path: async () => `/organizer/events/${await newEvent()}/cancellation/new-date`,
    body: () => ({ new_event_id: race.id }),
    status: 409,
  },
  { route: organizerEvents.duplicateEvent, body: () => ({ date_event: '2030-01-01' }) },
  { route: uploadFile, status: 415 },
  { route: producer.registerProducer, body: () => producerForm({ organizer_id: organizer.organizerId }) },
  { route: producer.updateProducer, body: () => producerForm() },
  {
    route: producer.addProducerToEvent,
    body: () => ({ organizer_id: realizador.organizerId, event_id: race.id }),
  },
  { route: producer.addProducerPermissions, body: () => ({ permissions: [1] }) },
  {
    route: producer.removeProducerFromEvent,
    path: `/organizer/producers/${realizador.organizerId}/events/${race.id}`,
  },
  {
    route: producer.removeProducerPermission,
    path: `/organizer/producers/${realizador.organizerId}/permissions/view-event`,
  },
  {
    route: producer.saveFees,
    body: () => ({ min_fee_free: '0', min_fee_paid: '2.50', setup_fee: '0', max_fee_percentage: '20' }),
  },
  ...['maria silva', 'pessoa7@grande.test', '123.456.789-09'].flatMap((search): Row[] => [
    { route: accounts.searchAccounts, body: () => ({ search }) },
    { route: company.searchPeople, body: () => ({ search }) },
  ]),
  {
    route: accounts.blockAccount,
    path: async () => `/admin/participants/${(await fresh()).id}/block`,
    body: () => ({ blocked: true, reason: 'Fraude' }),
  },
  { route: accounts.previewMerge, body: async () => ({ duplicate_id: (await fresh()).id }) },
  { route: accounts.mergeAccounts, body: async () => ({ duplicate_id: (await fresh()).id }) },
  { route: company.getPerson, path: async () => `/enterprise/people/${await registrationOf()}` },
  { route: company.getEnterpriseCity, path: '/enterprise/cities/3550308', status: 404 },
  { route: enterprises.createEnterprise, body: () => ({ name: 'Outra', cnpj: nextCnpj() }) },
  { route: enterprises.getEnterprise, path: '/admin/enterprises/1' },
  {
    route: enterprises.updateEnterprise,
    path: '/admin/enterprises/1',
    body: () => ({ name: 'Largada', cnpj: nextCnpj(), current_password: PASSWORD }),
  },
  ...[undefined, 'organizadora 7'].map((search) => ({
    route: organizers.listOrganizers,
    body: () => ({ search }),
  })),
  { route: organizers.createOrganizer, body: () => organizerForm() },
  {
    route: organizers.updateOrganizer,
    path: async () => `/admin/organizers/${(await createOrganizer(db)).organizerId}`,
    body: () => organizerForm({ current_password: PASSWORD }),
  },
  {
    route: organizers.suspendOrganizer,
    path: async () => `/admin/organizers/${(await createOrganizer(db)).organizerId}/suspension`,
    body: () => ({ suspended: true, reason: 'Denúncias' }),
  },
  {
    route: organizers.deleteOrganizer,
    path: async () => `/admin/organizers/${(await createOrganizer(db)).organizerId}`,
  },
  { route: organizers.deleteOrganizer, path: `/admin/organizers/${organizer.organizerId}`, status: 409 },
  { route: enterprises.deleteEnterprise, path: '/admin/enterprises/1', status: 409 },
  { route: enterprises.deleteEnterprise, path: async () => `/admin/enterprises/${await newEnterprise()}` },
  {
    route: accounts.removeAccount,
    path: async () => `/admin/participants/${(await fresh()).id}`,
    body: () => ({ reason: 'LGPD' }),
  },
  {
    route: accounts.changeCpf,
    path: async () => `/admin/participants/${(await fresh()).id}/cpf`,
    body: async () => ({ cpf: (await fresh()).cpf, reason: 'Documento', document_checked: true }),
  },
  { route: accounts.previewRemoval, body: () => ({ cpf: nextCpf() }) },
  { route: accounts.removePerson, body: async () => ({ cpf: (await fresh()).cpf, reason: 'LGPD' }) },
  {
    route: producerAccess.blockProducer,
    path: async () => `/organizer/producers/${(await colleagueOf()).organizerId}/block`,
    body: () => ({ blocked: true, reason: 'Saiu' }),
  },
  {
    route: producerAccess.resetProducerAccess,
    path: async () => `/organizer/producers/${(await colleagueOf()).organizerId}/reset-access`,
  },
  {
    route: producerAccess.removeProducer,
    path: async () => `/organizer/producers/${(await colleagueOf()).organizerId}`,
    body: () => ({ reason: 'Saiu' }),
  },
  { route: viewAs, path: `/admin/accounts/${buyer.id}/view`, body: () => ({ reason: 'Chamado 7' }) },
  { route: staff.listStaff, body: () => ({ search: 'silva' }) },
  { route: staff.getStaffUser, path: async () => `/admin/staff/${(await colleague()).id}` },
  {
    route: staff.createStaffUser,
    body: () => ({
      name: 'Lia Prado',
      email: 'lia.prado@exemplo.test',
      role: 'Empresa',
      enterprise_id: 1,
      current_password: PASSWORD,
    }),
  },
  {
    route: staff.blockStaffUser,
    path: async () => `/admin/staff/${(await colleague()).id}/block`,
    body: () => ({ blocked: true, reason: 'Saiu' }),
  },
  { route: staff.resetStaffAccess, path: async () => `/admin/staff/${(await colleague()).id}/reset-access` },
  {
    route: staff.removeStaffUser,
    path: async () => `/admin/staff/${(await colleague()).id}`,
    body: () => ({ reason: 'Saiu' }),
  },
  { route: organizers.resetOrganizerAccess, path: `/admin/organizers/${organizer.organizerId}/reset-access` },
  { route: operations.retryJob, path: '/admin/jobs/999999999/retry', status: 404 },
  { route: operations.discardJob, path: '/admin/jobs/999999999', status: 404 },
  { route: operations.listJobs, queries: ['state=failed', 'state=retrying', 'state=waiting'] },
  ...[
    { search: 'cob_1' },
    { search: '31' },
    { search: buyer.email },
    { event_id: race.id, search: buyer.email },
    { event_id: race.id },
  ].flatMap((sought) => [
    { route: operations.searchJobs, body: () => ({ state: 'waiting', ...sought }) },
    { route: operations.searchGatewayMessages, body: () => ({ state: 'all', ...sought }) },
  ]),
  { route: operations.exportAudit, body: () => ({ charge: 'cob_1' }) },
  {
    route: operations.listGatewayMessages,
    queries: ['state=unhandled', 'state=odd', 'state=all', 'state=all&search=cob_1', 'state=all&search=31'],
  },
  { route: operations.applyGatewayMessage, path: '/admin/gateway-messages/1/apply' },
  // The refunds are finished, so the calls are refused.
  ...[
    refundTasks.approveRefund,
    refundTasks.refuseRefund,
    refundTasks.retryRefund,
    refundTasks.completeRefund,
    refundTasks.askRefundPixKey,
  ].map((route) => ({
    route,
    path: route.path.replace(':id', '1'),
    body: () => ({ note: 'Combinado por telefone.' }),
    status: 409,
  })),
  ...[refundTasks.retryRefunds, refundTasks.completeRefunds].map((route) => ({
    route,
    body: () => ({ ids: [1], note: 'Combinado por telefone.' }),
  })),
  { route: refundTasks.listRefundIds, queries: ['', 'status=needs_person', 'bank=ready', 'bank=asked'] },
  { route: refundTasks.exportRefunds, body: () => ({ ids: [1] }), status: 409 },
  { route: installmentRates.saveInstallmentRates, body: () => ({ rates: Array(11).fill('2.50') }) },
  {
    route: refund.saveRefundSettings,
    body: () => ({ withdrawal_days: 7, withdrawal_ends_days_before: 1, approval_from: null }),
  },
  ...[
    {},
    { actor: 'maria' },
    { action: 'registration.cancelled' },
    { entity: 'order', entity_id: 1 },
    { event_id: race.id },
    { charge: 'cob_1' },
    { from: day, to: day },
  ].map((body) => ({ route: operations.searchAudit, body: () => body })),
  ...[{}, { search: buyer.email }, { search: '10.0.0.1' }, { from: day, to: day }].map((body) => ({
    route: securityLog.searchSecurityLog,
    body: () => body,
  })),
  {
    route: session.changeEmail,
    body: () => ({ email: 'outra@exemplo.test', password: 'errada' }),
    status: 422,
  },
  { route: session.undoEmailChange, body: () => ({ token: 'x' }), status: 400 },
  { route: checkout.disownRegistration, body: () => ({ token: 'x' }), status: 400 },
  { route: confirmation.readConfirmation, body: identified },
  { route: guardian.readAuthorization, body: signing },
  // 409, because this is not the text that the server shows.
  { route: guardian.signAuthorization, body: async () => ({ ...(await signing()), text: 'x' }), status: 409 },
  { route: guardian.refuseAuthorization, body: signing },
  {
    route: guardian.readMyAuthorization,
    path: async () => `/participant/registrations/${await unsigned()}/guardian`,
  },
  {
    route: guardian.signMyAuthorization,
    path: async () => `/participant/registrations/${await unsigned()}/guardian`,
    body: () => ({ text: 'x' }),
    // 422, because the relationship is missing.
    status: 422,
  },
  {
    route: guardian.inviteSigner,
    path: async () => `/participant/registrations/${await unsigned()}/guardian/invitation`,
    body: () => ({ role: 'guardian' }),
  },
  {
    route: confirmation.uploadConfirmationFile,
    body: async () => ({ ...(await identified()), token: 'x' }),
    status: 422,
  },
  {
    route: confirmation.confirmParticipation,
    body: async () => ({ ...(await identified()), name: 'Beto Lima', phone: '11987654321', terms: [] }),
    // The race has terms.
    status: 422,
  },
  {
    route: producer.endProducerSession,
    path: async () => {
      const { organizerId, id } = await createProducer(db, { organizer })
      return `/organizer/producers/${organizerId}/sessions/${await sessionOf(id)}`
    },
  },
  {
    route: producer.endProducerSessions,
    path: async () =>
      `/organizer/producers/${(await createProducer(db, { organizer })).organizerId}/sessions`,
  },
  {
    route: enterprises.saveEnterpriseFees,
    path: '/admin/enterprises/1/fees',
    body: () => ({ min_fee_free: '0', min_fee_paid: '2.50', setup_fee: '0', max_fee_percentage: '20' }),
  },
  { route: payoutEnterprise.listPayouts, queries: ['', 'status=requested&page=2'] },
  { route: payoutEnterprise.exportPayouts, queries: ['', 'status=paid&format=xlsx'] },
  { route: payoutEnterprise.getBalance, path: `/enterprise/payout-balances/${organizer.organizerId}` },
  { route: payout.requestPayout, body: () => ({ amount: '5.00' }), status: 409 },
  { route: payout.cancelPayout, path: async () => `/organizer/payouts/${await newPayout()}/cancel` },
  {
    route: payout.getMyReceipt,
    path: async () => `/organizer/payouts/${await newPayout()}/receipt`,
    status: 404,
  },
  {
    route: payout.savePayoutDestination,
    body: () => ({ pix_key_type: 'email', pix_key: 'a@exemplo.test', current_password: 'errada' }),
    status: 422,
  },
  {
    route: payoutEnterprise.createPayout,
    body: () => ({ organizer_id: organizer.organizerId, amount: '5.00' }),
    status: 409,
  },
  {
    route: payoutEnterprise.approvePayout,
    path: async () => `/enterprise/payouts/${await newPayout()}/approve`,
    body: () => ({ current_password: PASSWORD }),
  },
  {
    route: payoutEnterprise.confirmHolder,
    path: `/enterprise/payout-balances/${organizer.organizerId}/destination/confirm`,
    body: () => ({ current_password: PASSWORD, saved_at: new Date().toISOString() }),
    status: 409,
  },
  {
    route: payoutEnterprise.refusePayout,
    path: async () => `/enterprise/payouts/${await newPayout()}/refuse`,
    body: () => ({ note: 'Não.' }),
  },
  { route: payoutEnterprise.markPayoutPaid, body: () => ({ current_password: PASSWORD }), status: 422 },
  {
    route: payoutEnterprise.getReceipt,
    path: async () => `/enterprise/payouts/${await newPayout()}/receipt`,
    status: 404,
  },
  {
    route: waitingRoom.markWaitingRoom,
    path: `/organizer/events/${race.id}/waiting-room`,
    body: () => ({ is_marked: true }),
  },
  {
    route: waitingRoom.takeTicket,
    path: `/events/${race.id}/waiting-room/tickets`,
    body: async () => {
      const now = new Date()
      await openRooms(db, [race.id], { at: now, until: new Date(now.getTime() + 60_000) })
      await app.deps.waitingRooms.tick()
      const { challenge } = await readRoom(app.deps, race.id)
      return { challenge, nonce: proofs(challenge ?? '').next().value }
    },
  },
  { route: payoutEnterprise.savePayoutSettings, body: () => ({ reserve_percentage: '10', reserve_days: 7 }) },
  {
    route: payoutEnterprise.saveOrganizerReserve,
    path: `/enterprise/payout-balances/${organizer.organizerId}/reserve`,
    body: () => ({ reserve: null }),
  },
  {
    route: payoutEnterprise.requestWalletChange,
    path: `/enterprise/payout-balances/${organizer.organizerId}/wallet`,
    body: () => ({ wallet: null, current_password: 'errada' }),
    status: 422,
  },
  {
    route: payoutEnterprise.approveWalletChange,
    path: '/enterprise/wallet-changes/999999999/approve',
    body: () => ({ current_password: PASSWORD }),
    status: 404,
  },
  {
    route: payoutEnterprise.refuseWalletChange,
    path: '/enterprise/wallet-changes/999999999/refuse',
    status: 404,
  },
  {
    route: accounts.resetSecondFactor,
    path: `/admin/accounts/${buyer.id}/second-factor`,
    body: () => ({ current_password: PASSWORD, reason: 'Chamado 7' }),
    status: 409,
  },
  {
    route: secondFactor.loginWithSecondFactor,
    body: () => ({ challenge: 'x', code: '123456' }),
    status: 401,
  },
  { route: passkeys.listPasskeys },
  { route: passkeys.beginPasskey, body: () => ({ current_password: 'errada' }), status: 422 },
  {
    route: passkeys.addPasskey,
    body: () => ({
      name: 'Celular',
      credential: new PasskeyDevice('').create({ challenge: 'x', rp: { id: '' }, user: { id: '' } }),
    }),
    status: 409,
  },
  { route: passkeys.renamePasskey, path: '/me/passkeys/999999999', body: () => ({ name: 'X' }), status: 404 },
  {
    route: passkeys.removePasskey,
    path: '/me/passkeys/999999999',
    body: () => ({ current_password: 'errada' }),
    status: 422,
  },
  { route: passkeys.beginPasskeyLogin },
  {
    route: passkeys.loginWithPasskey,
    body: () => ({ credential: new PasskeyDevice('').get({ challenge: 'x', rpId: '' }) }),
    status: 401,
  },
  { route: secondFactor.beginSecondFactor, body: () => ({ password: 'errada' }), status: 422 },
  { route: secondFactor.confirmSecondFactor, body: () => ({ code: '123456' }), status: 409 },
  ...[secondFactor.renewRecoveryCodes, secondFactor.turnSecondFactorOff].map((route) => ({
    route,
    body: () => ({ password: 'errada', code: '123456' }),
    status: 422,
  })),
  ...[
    {},
    { search: 'silva' },
    { search: 'maria silva', registration_status: 1 },
    { search: '123456789' },
  ].map((body) => ({ route: participants.searchParticipants, body: () => body })),
]

/** The path of a coupon with single-use codes. */
const newCoupon = async (): Promise<string> => {
  const event = await createEvent(db, {
    organizerId: organizer.organizerId,
    coupons: [{ code: 'TIME', codes: ['TIME-AAAA2222'] }],
  })
  return `/organizer/events/${event.id}/coupons/${at(event.coupons, 0).id}`
}

/** Creates a payout of one real, requested by the organizer. */
const newPayout = async (): Promise<number> => {
  const { id } = await db
    .insertInto('payouts')
    .values({
      organizer_id: organizer.organizerId,
      amount_cents: 100,
      status: 'requested',
      pix_key_type: 'email',
      pix_key: 'a@exemplo.test',
      requested_by_user_id: organizer.id,
      requested_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payout_items')
    .values({ payout_id: id, event_id: race.id, amount_cents: 100 })
    .execute()
  return id
}

const newEvent = async (): Promise<number> => {
  const answer = await app.call('POST', '/events/create', { token: organizer.token, body: form })
  return answer.json().data.id
}
const sessionOf = async (userId: number) => {
  await openSession(db, userId)
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns the callers of a row. Personal data is requested by its owner. */
function callersOf({ route, as }: Row): ({ id: number } | null)[] {
  if (as) return [as]
  if (route.access === 'public') return [null]
  if (route.access === 'user') return [buyer]
  const roles: readonly Role[] = route.access.roles
  const staff = [
    ...(roles.includes('Organizador') ? [organizer] : []),
    ...(roles.includes('Admin') ? [admin] : []),
  ]
  // Changes run once; reads run once per permitted role.
  return route.method === 'GET' ? staff : staff.slice(0, 1)
}

function pathOf({ path }: Route): string {
  const id = path.startsWith('/participant/:id')
    ? buyer.id
    : path.startsWith('/admin/participants')
      ? buyer.id
      : path.startsWith('/organizer/producers')
        ? realizador.organizerId
        : path.startsWith('/admin/organizers')
          ? organizer.organizerId
          : race.id
  return path.replace(/:\w+/g, String(id))
}

const rowsOf = (route: Route): Row[] => {
  const own = ROWS.filter((row) => row.route === route)
  return own.length > 0 ? own : [{ route }]
}

test.each(ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s reads no large table completely',
  async (name, route) => {
    for (const row of rowsOf(route))
      for (const who of callersOf(row))
        for (const query of row.queries ?? ['']) {
          during = `${name}?${query}`
          const path = typeof row.path === 'function' ? await row.path() : (row.path ?? pathOf(route))
          const body = await row.body?.()
          const token = who ? await openSession(db, who.id) : undefined
          const before = found.size
          const answer = await app.call(route.method, `${path}?${encodeURI(query)}`, {
            token,
            body,
            headers: row.headers ?? {},
          })
          expect(answer.statusCode, `${during}: ${answer.body.slice(0, 300)}`).toBe(
            row.status ?? route.status,
          )
          expect([...found.keys()].slice(before), during).toEqual([])
        }
  },
)

test('no scheduled job reads a large table completely', async () => {
  during = 'jobs'
  const before = found.size
  // Gives every job something to do, including the resulting mail and webhooks.
  await press(app, (await chargedRegistration(app, race)).chargeId, 'pagar')
  await transaction(db, async (tx) => {
    for (const { job } of CRONS) await addJob(tx, job, {})
  })
  await runJobsOnce(app.deps)
  const failed = await sql<{ task: string; error: string }>`
    select task_identifier as task, last_error as error from graphile_worker.jobs where last_error is not null`.execute(
    db,
  )
  expect(failed.rows.filter(({ error }) => !/fetch failed|Asaas does not answer/.test(error))).toEqual([])
  expect([...found.keys()].slice(before)).toEqual([])
})

test('positive control: plans are collected and a full read is detected', async () => {
  expect(planCount).toBeGreaterThan(ALL_ROUTES.length * 3)
  for (const name of [
    'registrations',
    'payments',
    'orders',
    'users',
    'audit_log',
    'sessions',
    'participant_list',
  ])
    expect(large.tables, name).toContain(name)
  during = 'the check itself'
  await sql`select count(*) from registrations where name = 'Zoé'`.execute(db)
  expect([...found].at(-1)).toEqual([expect.stringContaining('registrations: select count(*)'), during])
})
