// @module-tag operation
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import * as waitingRoom from '#contract/checkout/waiting-room.ts'
import * as eventCancellation from '#contract/event-cancellation/event-cancellation.ts'
import * as couponUses from '#contract/event-management/coupon-uses.ts'
import * as drafts from '#contract/event-management/event-drafts.ts'
import { listEventHistory } from '#contract/event-management/event-history.ts'
import * as event from '#contract/event-management/organizer-events.ts'
import { uploadFile } from '#contract/event-management/uploads.ts'
import * as registration from '#contract/my-registrations/my-registrations.ts'
import * as profile from '#contract/organizer/organizer-profile.ts'
import * as participantEdit from '#contract/participants/edit.ts'
import * as exports from '#contract/participants/export.ts'
import { exportFoundParticipants, exportParticipants } from '#contract/participants/export.ts'
import { mergeCategories } from '#contract/participants/merge-categories.ts'
import * as panel from '#contract/participants/panel.ts'
import * as participants from '#contract/participants/participants.ts'
import * as rights from '#contract/participants/right-claims.ts'
import * as selection from '#contract/participants/selection.ts'
import * as refund from '#contract/payment/refund.ts'
import * as payout from '#contract/payout/organizer.ts'
import * as producer from '#contract/producer/producer.ts'
import * as producerAccess from '#contract/producer/producer-access.ts'
import * as dashboard from '#contract/report/dashboard.ts'
import { getOrganizerToday, retryFailedMails } from '#contract/report/home.ts'
import { simulateRight } from '#contract/report/right-simulation.ts'
import { getEventRights } from '#contract/report/rights.ts'
import * as statement from '#contract/report/statement.ts'
import { PERMISSIONS, type Permission } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { answerWithFile } from './factories/answer-file.ts'
import { at, createEvent } from './factories/event.ts'
import { eventForm } from './factories/event-form.ts'
import { createOrder } from './factories/order.ts'
import { createProducer, producerForm, savedProducerForm } from './factories/producer.ts'
import { createOrganizer, createUser, nextNumber } from './factories/user.ts'

/* Access to the organizer's area: every route of the contract that organizers may call, called by every
   kind of user on their own events, others' events and events they are not linked to. The last test
   fails for a route that has no row. */

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const [a, b] = [await createOrganizer(db), await createOrganizer(db)]
const coupons = [{ code: 'TIME', codes: ['TIME-AAAA2222'] }]
const linked = await createEvent(db, { organizerId: a.organizerId, coupons })
const linkedRace = await createEvent(db, { organizerId: a.organizerId })
const unlinked = await createEvent(db, { organizerId: a.organizerId, coupons })
const foreign = await createEvent(db, { organizerId: b.organizerId, coupons })
const form = await eventForm(db)
const ALL = Object.keys(PERMISSIONS) as Permission[]
const realizador = (permissions: readonly Permission[]) =>
  createProducer(db, { organizer: a, permissions, events: [linked.id, linkedRace.id] })

interface Target {
  eventId: number
  /** The draft of the event's unsaved changes. */
  draftId: string
  couponId: number
  /** The event of the registration below. */
  raceId: number
  /** A realizador without permissions, linked to the event. */
  producerId: number
  /** Other realizadores; each caller removes one. */
  spareIds: number[]
  /** An open session of this realizador. */
  sessionId: number
  /** The saved values of the realizador's form. */
  producerForm: Record<string, unknown>
  /** A paid registration of another event of the same organizer, which cannot be cancelled. */
  registrationId: number
  /** A question of that event, answered with a file. */
  questionId: number
  /** The current choice of the registration. */
  choice: { category_id: number; products: object[]; payment_method_id: number }
}
const target = async (organizer: typeof a, event: typeof linked, race: typeof linked): Promise<Target> => {
  const buyer = await createUser(db, { name: 'Bruna Prada' })
  const order = await createOrder(db, race, { buyer, payment: { status: 2 } })
  const registrationId = at(order.registrations, 0).id
  const { id: userId, organizerId: producerId } = await createProducer(db, { organizer, events: [event.id] })
  const session = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  return {
    eventId: event.id,
    draftId: randomUUID(),
    couponId: at(event.coupons, 0).id,
    raceId: race.id,
    producerId,
    producerForm: await savedProducerForm(db, producerId),
    spareIds: await Promise.all(
      Array.from({ length: 30 }, async () => {
        const spare = await createProducer(db, { organizer, events: [event.id] })
        return spare.organizerId
      }),
    ),
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
  linked: await target(a, linked, linkedRace),
  unlinked: await target(a, unlinked, await createEvent(db, { organizerId: a.organizerId })),
  foreign: await target(b, foreign, await createEvent(db, { organizerId: b.organizerId })),
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
  caller('a visitor with an invalid token', 'nobody', { token: 'x'.repeat(43) }),
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
  /** Distinguishes several rows of one route. */
  as?: string
  path: string | ((target: Target) => string)
  body?: (target: Target) => unknown
  /** All permissions that a realizador needs. Default: the route's. */
  needs?: Permission[]
  /** The route has no target, so access does not depend on ownership. */
  untargeted?: true
  /** Open only to the realizador's organizer and to Admin. */
  owner?: true
  /** Closed to realizadores, whatever their permissions. */
  notProducers?: true
  /** Expected status for permitted callers, when it is not a success. */
  permittedStatus?: number
  /** Expected status for Admin and Empresa, when it differs. */
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

const DRAFT = {
  version: 0,
  event_id: null,
  organizer_id: null,
  title: 'Noturna',
  document: { form: {}, base: null },
}

const ROWS: Row[] = [
  { route: producer.getFees, path: '/enterprise/fees', untargeted: true },
  { route: producer.saveFees, path: '/enterprise/fees', body: () => FEES, untargeted: true },
  {
    route: producer.saveFees,
    as: 'below the enterprise’s minimum: allowed for Admin and Empresa, refused for organizers',
    path: '/enterprise/fees',
    body: () => ({ ...FEES, min_fee_paid: '2.49' }),
    untargeted: true,
    permittedStatus: 422,
    all: 200,
  },
  { route: producer.listPermissions, path: '/organizer/listPermissions', untargeted: true },
  { route: producer.listProducers, path: '/organizer/producers', untargeted: true },
  {
    route: producer.registerProducer,
    path: '/organizer/producers/register',
    body: () => producerForm({ organizer_id: a.organizerId }),
    untargeted: true,
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
    route: producerAccess.blockProducer,
    path: ({ producerId }) => `/organizer/producers/${producerId}/block`,
    body: () => ({ blocked: false }),
    owner: true,
  },
  {
    route: producerAccess.resetProducerAccess,
    path: ({ producerId }) => `/organizer/producers/${producerId}/reset-access`,
    owner: true,
  },
  {
    route: producerAccess.removeProducer,
    path: ({ spareIds }) => `/organizer/producers/${spareIds.pop()}`,
    body: () => ({ reason: 'Saiu da equipe' }),
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
    needs: ['edit-realizador', 'view-realizadores'],
  },
  {
    route: producer.removeProducerPermission,
    path: ({ producerId }) => `/organizer/producers/${producerId}/permissions/edit-realizador`,
  },
  { route: event.listOrganizerEvents, path: '/organizer/events', untargeted: true },
  { route: event.listEventOptions, path: '/organizer/listEvents', untargeted: true },
  {
    route: event.createEvent,
    path: '/events/create',
    body: () => ({ ...form, organizer_id: a.organizerId }),
    untargeted: true,
  },
  { route: event.getOrganizerEvent, path: ({ eventId }) => `/organizer/events/${eventId}` },
  { route: event.getEventHead, path: ({ eventId }) => `/organizer/events/${eventId}/head` },
  { route: listEventHistory, path: ({ eventId }) => `/organizer/events/${eventId}/history` },
  // Before the event is saved without the coupon.
  ...(
    [
      [couponUses.listCouponCodes, 'codes', undefined],
      [couponUses.exportCouponCodes, 'codes.csv', undefined],
      [couponUses.createCouponCodes, 'codes', { total: 1 }],
      [couponUses.revokeCouponCodes, 'codes/revoke', { code_ids: null }],
      [couponUses.countCouponPeople, 'people', undefined],
      [couponUses.addCouponPeople, 'people', { list: 'ana@exemplo.test' }],
      [couponUses.clearCouponPeople, 'people', undefined],
    ] as const
  ).map(([route, part, body]) => ({
    route,
    path: ({ eventId, couponId }: Target) => `/organizer/events/${eventId}/coupons/${couponId}/${part}`,
    ...(body && { body: () => body }),
  })),
  {
    route: drafts.listEventDrafts,
    path: '/organizer/event-drafts',
    untargeted: true,
    needs: ['create-event'],
  },
  {
    route: drafts.saveEventDraft,
    as: 'of a new event',
    path: () => `/organizer/event-drafts/${randomUUID()}`,
    body: () => DRAFT,
    untargeted: true,
    needs: ['create-event'],
  },
  ...(
    [
      [drafts.getEventDraft, undefined],
      [drafts.saveEventDraft, DRAFT],
      [drafts.deleteEventDraft, undefined],
    ] as const
  ).map(
    ([route, body]): Row => ({
      route,
      path: ({ draftId }) => `/organizer/event-drafts/${draftId}`,
      ...(body && { body: ({ eventId }) => ({ ...body, version: 1, event_id: eventId }) }),
      needs: ['edit-event'],
    }),
  ),
  { route: event.updateEvent, path: ({ eventId }) => `/organizer/events/${eventId}`, body: () => form },
  {
    route: event.changeEventStatus,
    path: ({ eventId }) => `/organizer/events/change-status/${eventId}`,
    body: () => ({ status: 1 }),
  },
  // 409, because people registered for it.
  {
    route: event.deleteEvent,
    path: ({ raceId }) => `/organizer/events/${raceId}`,
    notProducers: true,
    permittedStatus: 409,
  },
  { route: event.createPreview, path: ({ eventId }) => `/organizer/events/${eventId}/preview` },
  { route: event.removePreview, path: ({ eventId }) => `/organizer/events/${eventId}/preview` },
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
    route: selection.resendToSelected,
    path: ({ eventId }) => `/organizer/events/${eventId}/participants/resend`,
    body: ({ registrationId }) => ({ ids: [registrationId] }),
  },
  {
    route: selection.cancelSelected,
    path: ({ eventId }) => `/organizer/events/${eventId}/participants/cancel`,
    body: ({ registrationId }) => ({ ids: [registrationId] }),
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
    route: exports.listExportPresets,
    path: ({ eventId }) => `/organizer/events/${eventId}/export-presets`,
  },
  {
    route: exports.saveExportPreset,
    path: ({ eventId }) => `/organizer/events/${eventId}/export-presets`,
    body: () => ({ name: 'Chip Brasil', columns: ['name'], only_confirmed: true }),
  },
  {
    route: exports.removeExportPreset,
    path: ({ eventId }) => `/organizer/events/${eventId}/export-presets/999999`,
  },
  {
    route: exports.exportAnswerFiles,
    path: ({ eventId }) => `/organizer/events/${eventId}/answer-files.zip`,
    permittedStatus: 409,
  },
  {
    route: exports.exportFoundAnswerFiles,
    path: ({ eventId }) => `/organizer/events/${eventId}/answer-files.zip`,
    body: () => ({ search: 'ninguém' }),
    permittedStatus: 409,
  },
  ...[participants.approveCancellation, participants.refuseCancellation].map((route) => ({
    route,
    path: ({ registrationId }: Target) => route.path.replace(':id', String(registrationId)),
    body: () => ({ note: 'O kit já foi retirado.' }),
    permittedStatus: 409,
  })),
  {
    route: panel.getRegistrationRecord,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}`,
  },
  {
    route: panel.correctPerson,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/person`,
    body: () => ({ name: 'Bruna Prado', birth_date: '20/05/1991', sex: 1, reason: 'Documento' }),
  },
  {
    route: panel.correctAnswer,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/answers/999999`,
    body: () => ({ accepted: true, reason: 'Documento' }),
    permittedStatus: 404,
  },
  {
    route: panel.addRegistrationNote,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/notes`,
    body: () => ({ text: 'Retira o kit no sábado.' }),
  },
  // 404, because the buyer registered nobody else.
  {
    route: panel.inviteParticipantAsStaff,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/invitation`,
    permittedStatus: 404,
  },
  // Refused, because the event has no transfers.
  {
    route: panel.inviteToTransferAsStaff,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/transfer`,
    body: () => ({ email: null }),
    permittedStatus: 409,
  },
  // 404, because the runner is of age.
  {
    route: panel.inviteSignerAsStaff,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/guardian/invitation`,
    body: () => ({ role: 'guardian' }),
    permittedStatus: 404,
  },
  {
    route: panel.resendRegistrationMail,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/resend`,
  },
  {
    route: participants.cancelRegistration,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/status`,
    body: () => ({ status: 2 }),
    permittedStatus: 409,
  },
  {
    route: eventCancellation.getEventCancellation,
    path: ({ eventId }) => `/organizer/events/${eventId}/cancellation`,
    notProducers: true,
  },
  {
    route: eventCancellation.cancelEvent,
    path: ({ eventId }) => `/organizer/events/${eventId}/cancellation`,
    body: () => ({ reason: 'Chuva', current_password: 'errada' }),
    notProducers: true,
    permittedStatus: 422,
  },
  // 409, because the event is not cancelled.
  {
    route: eventCancellation.nameNewDate,
    path: ({ eventId }) => `/organizer/events/${eventId}/cancellation/new-date`,
    body: () => ({ new_event_id: 1 }),
    notProducers: true,
    permittedStatus: 409,
  },
  // 422, because a category cannot be merged with itself.
  {
    route: mergeCategories,
    path: ({ raceId, choice }) => `/organizer/events/${raceId}/categories/${choice.category_id}/merge`,
    body: ({ choice }) => ({ into_category_id: choice.category_id, name: 'Geral' }),
    permittedStatus: 422,
  },
  {
    route: participantEdit.getEditableRegistration,
    path: ({ registrationId }) => `/organizer/events/register/${registrationId}`,
  },
  {
    route: participantEdit.editRegistration,
    path: ({ registrationId }) => `/organizer/events/register/${registrationId}`,
    body: ({ choice }) => choice,
  },
  { route: dashboard.getOrganizerDashboard, path: '/organizer/dashboard', untargeted: true },
  { route: getOrganizerToday, path: '/organizer/morning', untargeted: true },
  {
    route: dashboard.saveGoal,
    path: ({ eventId }) => `/organizer/events/${eventId}/goal`,
    body: () => ({ goal: 500 }),
  },
  { route: dashboard.getEventDashboard, path: ({ eventId }) => `/organizer/events/${eventId}/dashboard` },
  { route: retryFailedMails, path: ({ eventId }) => `/organizer/events/${eventId}/failed-mails/retry` },
  { route: rights.listRightClaims, path: ({ eventId }) => `/organizer/events/${eventId}/right-claims` },
  // The registration claimed nothing.
  {
    route: rights.reviewRight,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/right-review`,
    body: () => ({ right_rule_id: 999_999_999, decision: 'approve' }),
    permittedStatus: 404,
  },
  {
    route: rights.grantRight,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/right`,
    body: () => ({ right_rule_id: 999_999_999, reason: 'Laudo' }),
    permittedStatus: 422,
  },
  {
    route: rights.getRightProof,
    path: ({ registrationId }) => `/organizer/registrations/${registrationId}/rights/999999999/proof`,
    permittedStatus: 404,
  },
  { route: getEventRights, path: ({ eventId }) => `/organizer/events/${eventId}/rights-report` },
  { route: dashboard.getEventAudience, path: ({ eventId }) => `/organizer/events/${eventId}/audience` },
  { route: simulateRight, path: ({ eventId }) => `/organizer/events/${eventId}/right-simulation` },
  {
    route: waitingRoom.getManagedWaitingRoom,
    path: ({ eventId }) => `/organizer/events/${eventId}/waiting-room`,
  },
  {
    route: waitingRoom.markWaitingRoom,
    path: ({ eventId }) => `/organizer/events/${eventId}/waiting-room`,
    body: () => ({ is_marked: false }),
  },
  { route: refund.listEventRefunds, path: ({ eventId }) => `/organizer/events/${eventId}/refunds` },
  { route: refund.listOrganizerRefunds, path: '/organizer/refunds', untargeted: true },
  { route: statement.getOrganizerStatement, path: '/organizer/statement', untargeted: true },
  { route: statement.exportOrganizerStatement, path: '/organizer/statement.csv', untargeted: true },
  { route: statement.exportOrganizerStatementXlsx, path: '/organizer/statement.xlsx', untargeted: true },
  // Open to organizers, not to their realizadores. The enterprise has its own routes.
  ...(
    [
      { route: profile.getOrganizerProfile, path: '/organizer/profile' },
      {
        route: profile.saveOrganizerProfile,
        path: '/organizer/profile',
        body: () => ({ fantasy_name: 'Ilha Run' }),
      },
      { route: payout.getMyBalance, path: '/organizer/payout-balance' },
      { route: payout.listMyPayouts, path: '/organizer/payouts' },
      { route: payout.exportMyPayouts, path: '/organizer/payouts/export' },
      {
        route: payout.requestPayout,
        path: '/organizer/payouts',
        body: () => ({ amount: '1.00' }),
        permittedStatus: 409,
      },
      { route: payout.cancelPayout, path: '/organizer/payouts/999999999/cancel', permittedStatus: 404 },
      { route: payout.getMyReceipt, path: '/organizer/payouts/999999999/receipt', permittedStatus: 404 },
      {
        route: payout.savePayoutDestination,
        path: '/organizer/payout-destination',
        body: () => ({ pix_key_type: 'email', pix_key: 'a@exemplo.test', current_password: 'errada' }),
        permittedStatus: 422,
      },
    ] satisfies Row[]
  ).map((row): Row => ({ ...row, untargeted: true, owner: true, all: 403 })),
  {
    route: registration.getAnswerFile,
    path: ({ registrationId, questionId }) =>
      `/organizer/registrations/${registrationId}/answers/${questionId}/file`,
  },
  // Permitted callers get 415, because the route requires a form with a file.
  { route: uploadFile, path: '/organizer/uploads', untargeted: true, permittedStatus: 415 },
]

function expected(row: Row, { name, is, permissions }: Caller, targetName: TargetName): number {
  const allowed = row.permittedStatus ?? row.route.status
  if (is === 'nobody') return 401
  if (is === 'participant') return 403
  if (is === 'all') return row.owner && name === 'Empresa' ? 403 : (row.all ?? allowed)
  if (is === 'realizador') {
    const { access } = row.route
    const asked = typeof access === 'object' && access.permission ? [access.permission] : []
    if (asked.some((permission) => !permissions.includes(permission))) return 403
    if (!row.untargeted && targetName !== 'linked') return 404
    if (row.owner || row.notProducers) return 403
    return (row.needs ?? []).every((permission) => permissions.includes(permission)) ? allowed : 403
  }
  if (row.untargeted) return allowed
  return (is === 'b') === (targetName === 'foreign') ? allowed : 404
}

const DOCUMENT = JSON.stringify(DRAFT.document)

/**
 * Undoes earlier calls. The draft is in its first version again. The realizador is linked and has no permission,
 * the original e-mail and one open session. The enterprise has its original minimum fee.
 */
async function restore({ eventId, draftId, producerId, ...target }: Target): Promise<void> {
  const { producerForm, sessionId } = target
  const { email } = producerForm
  await db
    .insertInto('event_drafts')
    .values({
      id: draftId,
      event_id: eventId,
      title: 'Noturna',
      document: DOCUMENT,
      file_paths: [],
      updated_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ version: 1 }))
    .execute()
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

/** Targets that were restored and that no accepted change has touched since. */
const restored = new Set<Target>()

async function answerTo(row: Row, { token }: Caller, of: Target): Promise<number> {
  const changes = row.route.method !== 'GET'
  if (changes && !restored.has(of)) {
    await restore(of)
    restored.add(of)
  }
  const path = typeof row.path === 'string' ? row.path : row.path(of)
  const answer = await app.call(row.route.method, path, { token, body: row.body?.(of) })
  if (changes && answer.statusCode < 400) restored.clear()
  return answer.statusCode
}

describe('who may call', () => {
  test.each(ROWS.map((row) => [[row.route.method, row.route.path, row.as].join(' ').trim(), row] as const))(
    '%s',
    async (_, row) => {
      const targets = row.untargeted ? (['linked'] as const) : (Object.keys(TARGETS) as TargetName[])
      const seen: Record<string, number> = {}
      const wanted: Record<string, number> = {}
      for (const one of CALLERS)
        for (const name of targets) {
          const key = row.untargeted ? one.name : `${one.name}, ${name} event`
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
