import { afterAll, describe, expect, test } from 'vitest'
import * as account from '#contract/account/account.ts'
import * as invitation from '#contract/account/invitation.ts'
import * as passkeys from '#contract/account/passkeys.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import * as session from '#contract/account/session.ts'
import * as checkout from '#contract/checkout/checkout.ts'
import * as coupons from '#contract/checkout/coupon.ts'
import { dayIn } from '#contract/dates.ts'
import * as eventAlert from '#contract/event/event-alert.ts'
import * as groups from '#contract/group/group.ts'
import * as invited from '#contract/group/invited.ts'
import * as change from '#contract/my-registrations/change.ts'
import { deferMyRegistration } from '#contract/my-registrations/deferral.ts'
import * as registration from '#contract/my-registrations/my-registrations.ts'
import { returnMyPlace, withdrawMyReturn } from '#contract/my-registrations/place-return.ts'
import * as refundChoice from '#contract/my-registrations/refund-choice.ts'
import { confirmPixKey } from '#contract/my-registrations/refund-pix-key.ts'
import { orderLegs } from '#contract/my-registrations/team.ts'
import * as transfer from '#contract/my-registrations/transfer.ts'
import { undoMyCancellation } from '#contract/my-registrations/undo-cancellation.ts'
import { inviteParticipant } from '#contract/people/confirmation.ts'
import * as guardian from '#contract/people/guardian.ts'
import type { Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { answerWithFile } from './factories/answer-file.ts'
import { at, createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createPasskey } from './factories/passkey.ts'
import { createOrganizer, createUser, openSession } from './factories/user.ts'
import { PasskeyDevice } from './passkey-device.ts'
import { submission } from './wizard.ts'

/* Access to a participant's own data: every route that requires only a session, called by the owner, by
   another person, by the organizer of the event, by Admin and without a session. The last test fails for
   a route that has no row. */

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const event = await createEvent(db, {
  organizerId: organizer.organizerId,
  groupsUntil: dayIn('America/Sao_Paulo', new Date()),
})
const owner = await createUser(db)
const order = await createOrder(db, event, { buyer: owner, payment: null })
const registrationId = at(order.registrations, 0).id
const { id: groupId } = await db
  .insertInto('groups')
  .values({
    event_id: event.id,
    captain_user_id: owner.id,
    name: 'Corredores',
    kind: 'club',
    token: 'convite',
    created_at: new Date(),
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const groupPath = (rest = '') => `/participant/groups/${groupId}${rest}`
async function invitedPath() {
  const email = 'davi@exemplo.test'
  const { id } = await db
    .insertInto('group_invites')
    .values({ group_id: groupId, name: 'Davi Lima', email, invited_at: new Date() })
    .onConflict((conflict) => conflict.columns(['email', 'group_id']).doUpdateSet({ email }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return groupPath(`/invited/${id}`)
}

const passkeyId = await createPasskey(db, owner.id)
const NO_CHALLENGE = { challenge: 'x', rp: { id: '' }, user: { id: '' } }

const OTHERS = {
  'another participant': await createUser(db),
  'the organizer of the event': organizer,
  Admin: await createUser(db, { roles: ['Admin'] }),
}

interface Row {
  route: Route
  path: string | (() => Promise<string>)
  body?: unknown
  /** The path names no owner: every caller reaches their own data. */
  own?: true
  /** Expected status for permitted callers, when it is not a success. */
  permittedStatus?: number
}

const sessionOfOwner = async () => {
  await openSession(db, owner.id)
  const { id } = await db
    .selectFrom('sessions')
    .where('user_id', '=', owner.id)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  return `/me/sessions/${id}`
}
const withAnswerFile = async (id: number) => {
  const questionId = await answerWithFile(app.deps, { registrationId: id, event })
  return registrationPath(`/answers/${questionId}/file`)
}
const registrationPath = (rest = '') => `/participant/registrations/${registrationId}${rest}`

const PROFILE = {
  name: owner.name,
  email: owner.email,
  phone: '11987654321',
  birth_date: '1990-05-20',
  sex: 1,
  emergency_contact: 'Contato',
  emergency_contact_phone: '11912345678',
  address: {
    zip: '01001000',
    address: 'Praça da Sé',
    number: '1',
    district: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  },
}

const ROWS: Row[] = [
  { route: session.getMe, path: '/me', own: true },
  { route: session.logout, path: '/logout', own: true },
  { route: session.listSessions, path: '/me/sessions', own: true },
  { route: session.revokeOtherSessions, path: '/me/sessions', own: true },
  { route: session.revokeSession, path: sessionOfOwner },
  { route: account.listConsents, path: '/me/consents', own: true },
  {
    route: account.updateConsents,
    path: '/me/consents',
    body: { receive_promotions: false, receive_event_updates: false },
    own: true,
  },
  { route: account.exportMyData, path: '/me/export', own: true },
  // Sends a wrong password, so that no account is deleted.
  {
    route: account.deleteAccount,
    path: '/me',
    body: { password: 'errada' },
    own: true,
    permittedStatus: 422,
  },
  {
    route: session.changePassword,
    path: '/changePassword',
    body: { current_password: 'errada', password: 'outra senha', password_confirmation: 'outra senha' },
    own: true,
    permittedStatus: 422,
  },
  { route: session.listActivity, path: '/me/activity', own: true },
  // Sends tokens of links that do not exist, and terms that nobody accepted.
  {
    route: invitation.readInvitation,
    path: '/me/invitations/read',
    body: { token: 'x' },
    own: true,
    permittedStatus: 400,
  },
  {
    route: invitation.acceptInvitation,
    path: '/me/invitations/accept',
    body: { token: 'x' },
    own: true,
    permittedStatus: 400,
  },
  {
    route: invitation.becomeRunner,
    path: '/me/runner',
    body: { accept_terms: false },
    own: true,
    permittedStatus: 422,
  },
  { route: passkeys.listPasskeys, path: '/me/passkeys', own: true },
  {
    route: passkeys.beginPasskey,
    path: '/me/passkeys/options',
    body: { current_password: 'errada' },
    own: true,
    permittedStatus: 422,
  },
  {
    route: passkeys.addPasskey,
    path: '/me/passkeys',
    body: { name: 'Celular', credential: new PasskeyDevice('').create(NO_CHALLENGE) },
    own: true,
    permittedStatus: 409,
  },
  {
    route: passkeys.renamePasskey,
    path: `/me/passkeys/${passkeyId}`,
    body: { name: 'Celular' },
  },
  {
    route: passkeys.removePasskey,
    path: '/me/passkeys/999999999',
    body: { current_password: 'errada' },
    own: true,
    permittedStatus: 422,
  },
  { route: secondFactor.getSecondFactor, path: '/me/second-factor', own: true },
  // Sends wrong passwords, and codes that were never requested.
  {
    route: secondFactor.beginSecondFactor,
    path: '/me/second-factor',
    body: { password: 'errada' },
    own: true,
    permittedStatus: 422,
  },
  {
    route: secondFactor.confirmSecondFactor,
    path: '/me/second-factor/confirm',
    body: { code: '123456' },
    own: true,
    permittedStatus: 409,
  },
  {
    route: secondFactor.renewRecoveryCodes,
    path: '/me/second-factor/recovery-codes',
    body: { password: 'errada', code: '123456' },
    own: true,
    permittedStatus: 422,
  },
  {
    route: secondFactor.turnSecondFactorOff,
    path: '/me/second-factor',
    body: { password: 'errada', code: '123456' },
    own: true,
    permittedStatus: 422,
  },
  { route: account.getProfile, path: `/participant/${owner.id}/profile` },
  {
    route: account.updateProfile,
    path: `/participant/${owner.id}/profile`,
    body: PROFILE,
  },
  // Every session is refused without the right password.
  {
    route: session.changeEmail,
    path: '/me/email',
    body: { email: 'outro@exemplo.test' },
    own: true,
    permittedStatus: 422,
  },
  {
    route: session.changeEmail,
    path: '/me/email',
    body: { email: 'outro@exemplo.test', password: 'errada' },
    own: true,
    permittedStatus: 422,
  },
  {
    route: account.updateProfile,
    path: `/participant/${owner.id}/profile`,
    body: { ...PROFILE, email: 'outro@exemplo.test' },
    permittedStatus: 422,
  },
  { route: account.getImage, path: `/participant/${owner.id}/image` },
  // Permitted callers get 415, because the route requires a form with a file.
  { route: account.uploadImage, path: `/participant/${owner.id}/image`, permittedStatus: 415 },
  {
    route: checkout.registerParticipant,
    path: `/events/${event.id}/register-participant`,
    // The modality does not exist, so no registration is created.
    body: submission(event, { modality_id: 1e9 }),
    own: true,
    permittedStatus: 422,
  },
  { route: checkout.getWizardStart, path: `/participant/events/${event.id}/start`, own: true },
  { route: checkout.getOrder, path: `/participant/orders/${order.key}` },
  {
    route: coupons.validateCoupon,
    path: '/participant/validate-coupon',
    body: { code: 'NENHUM', event_id: event.id, product_id: at(event.kits, 0).id },
    own: true,
    permittedStatus: 422,
  },
  { route: registration.listMyRegistrations, path: '/participant/list-events', own: true },
  { route: registration.getMyRegistration, path: registrationPath() },
  { route: registration.getMyRegistrationCalendar, path: registrationPath('/calendar.ics') },
  // Permitted callers get 415, because the route requires a form with a file.
  { route: checkout.uploadAnswerFile, path: '/participant/answer-files', own: true, permittedStatus: 415 },
  { route: registration.getMyAnswerFile, path: () => withAnswerFile(registrationId) },
  // 422, because the name is missing.
  {
    route: groups.createGroup,
    path: '/participant/groups',
    body: { event_id: event.id, kind: 'club' },
    own: true,
    permittedStatus: 422,
  },
  { route: groups.listMyGroups, path: '/participant/groups', own: true },
  { route: groups.getMyGroup, path: groupPath() },
  { route: groups.listGroupMembers, path: groupPath('/members') },
  { route: groups.listJoinable, path: '/participant/group-invitations/convite', own: true },
  {
    route: groups.joinGroup,
    path: '/participant/group-invitations/convite',
    body: { registration_ids: [registrationId] },
  },
  // 409, because the registration is free.
  { route: groups.payForGroup, path: groupPath('/payment'), body: {}, permittedStatus: 409 },
  { route: groups.quoteGroupPayment, path: groupPath('/quote'), body: {} },
  { route: invited.listInvited, path: groupPath('/invited') },
  // 422, because the sheet is empty.
  { route: invited.inviteMembers, path: groupPath('/invited'), body: { rows: [] }, permittedStatus: 422 },
  { route: invited.removeInvited, path: () => invitedPath() },
  { route: groups.leaveGroup, path: groupPath(`/members/${registrationId}`) },
  { route: registration.listPayableTogether, path: '/participant/payments', own: true },
  // 422, because no registration is chosen.
  {
    route: registration.payTogether,
    path: '/participant/payments',
    body: { registration_ids: [], payment_type: 0 },
    own: true,
    permittedStatus: 422,
  },
  // 409, because the pending payment is already a Pix.
  {
    route: registration.renewMyPayment,
    path: registrationPath('/payment'),
    body: { payment_type: 0 },
    permittedStatus: 409,
  },
  // Refused, because the registration is not cancelled.
  {
    route: registration.revokeMyConsent,
    path: registrationPath('/consents/1/revoke'),
    permittedStatus: 404,
  },
  // 404, because it is the account's own.
  { route: inviteParticipant, path: registrationPath('/invitation'), permittedStatus: 404 },
  {
    route: registration.saveMyAnswers,
    path: registrationPath('/answers'),
    body: { answers: [] },
  },
  // 404, because the participant is of age.
  { route: guardian.readMyAuthorization, path: registrationPath('/guardian'), permittedStatus: 404 },
  {
    route: guardian.signMyAuthorization,
    path: registrationPath('/guardian'),
    body: { text: 'x' },
    permittedStatus: 404,
  },
  {
    route: guardian.inviteSigner,
    path: registrationPath('/guardian/invitation'),
    body: { role: 'guardian' },
    permittedStatus: 404,
  },
  // 404, because it claims nothing.
  {
    route: registration.sendRightProof,
    path: registrationPath('/right-proof'),
    permittedStatus: 404,
  },
  // Refused, because only the organizer changes registrations of this event.
  { route: change.getChangeOptions, path: registrationPath('/change'), permittedStatus: 409 },
  {
    route: change.changeMyRegistration,
    path: registrationPath('/change'),
    body: { category_id: 1, product_id: 1, expected_value: '0.00' },
    permittedStatus: 409,
  },
  { route: eventAlert.getEventAlert, path: `/events/slug/${event.slug}/alert`, own: true },
  // Refused, because the event is open.
  {
    route: eventAlert.askForAlert,
    path: `/events/slug/${event.slug}/alert`,
    own: true,
    permittedStatus: 409,
  },
  { route: eventAlert.endAlert, path: `/events/slug/${event.slug}/alert`, own: true },
  // Refused, because the event has no deferrals.
  {
    route: deferMyRegistration,
    path: registrationPath('/deferral'),
    body: { reason: 'x', expected_credit: '0.00' },
    permittedStatus: 409,
  },
  // Refused, because the event has no returns.
  {
    route: returnMyPlace,
    path: registrationPath('/return'),
    body: { expected_refund: '0.00' },
    permittedStatus: 409,
  },
  { route: withdrawMyReturn, path: registrationPath('/return/withdraw'), permittedStatus: 409 },
  // It is active, so there is nothing to undo.
  { route: undoMyCancellation, path: registrationPath('/cancel/undo') },
  { route: change.withdrawMyChange, path: registrationPath('/change/withdraw') },
  // Refused, because the event has no transfers.
  { route: transfer.inviteToTransfer, path: registrationPath('/transfer'), permittedStatus: 409 },
  { route: transfer.withdrawTransfer, path: registrationPath('/transfer/withdraw') },
  { route: transfer.listTransferred, path: '/participant/transfers', own: true },
  // 404, because the registration is of no team.
  {
    route: orderLegs,
    path: registrationPath('/legs'),
    body: { registration_ids: [registrationId, registrationId + 1] },
    permittedStatus: 404,
  },
  // The link decides who may read and accept.
  {
    route: transfer.readTransferOffer,
    path: '/participant/transfers/offer',
    body: { token: 'x' },
    own: true,
    permittedStatus: 400,
  },
  {
    route: transfer.acceptTransfer,
    path: '/participant/transfers',
    body: { token: 'x', terms: [], expected_to_pay: '0.00' },
    own: true,
    permittedStatus: 400,
  },
  {
    route: refundChoice.getRefundChoice,
    path: registrationPath('/refund-choice'),
    permittedStatus: 404,
  },
  {
    route: refundChoice.chooseRefund,
    path: registrationPath('/refund-choice'),
    body: { choice: 'refund' },
    permittedStatus: 404,
  },
  // Refused, because it has no refund.
  {
    route: confirmPixKey,
    path: registrationPath('/pix-key'),
    body: { is_my_key: true },
    permittedStatus: 409,
  },
  // Last, because it cancels the registration.
  { route: registration.cancelMyRegistration, path: registrationPath('/cancel') },
]

async function call({ route, path, body }: Row, token?: string) {
  return app.call(route.method, typeof path === 'string' ? path : await path(), { token, body })
}

describe('who may call', () => {
  test.each(ROWS.map((row) => [`${row.route.method} ${row.route.path}`, row] as const))(
    '%s',
    async (_, row) => {
      const permittedStatus = row.permittedStatus ?? row.route.status
      expect((await call(row)).statusCode, 'a visitor').toBe(401)
      expect((await call(row, 'x'.repeat(43))).statusCode, 'an invalid token').toBe(401)
      for (const [name, { id }] of Object.entries(OTHERS)) {
        const answer = await call(row, await openSession(db, id))
        expect(answer.statusCode, name).toBe(row.own ? permittedStatus : 404)
        // The response contains nothing about the owner.
        expect(answer.body, name).not.toContain(owner.email)
        expect(answer.body, name).not.toContain(owner.cpf)
      }
      const answer = await call(row, await openSession(db, owner.id))
      expect(answer.statusCode, 'the owner').toBe(permittedStatus)
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  test('every route that requires a session has a row', () => {
    const rows = new Set(ROWS.map((row) => row.route))
    const missing = ALL_ROUTES.filter((route) => route.access === 'user' && !rows.has(route))
    expect(missing.map((route) => `${route.method} ${route.path}`)).toEqual([])
  })

  test('lists contain only the caller’s own rows', async () => {
    const list = async (id: number) =>
      (await app.call('GET', '/participant/list-events', { token: await openSession(db, id) })).json()
    expect((await list(owner.id)).meta.total).toBe(1)
    expect((await list(OTHERS['another participant'].id)).meta.total).toBe(0)
    expect((await list(organizer.id)).meta.total).toBe(0)
  })

  test('another user’s idempotency key has no effect', async () => {
    const other = OTHERS['another participant']
    const path = `/participant/orders/${order.key}`
    expect((await app.call('GET', path, { token: await openSession(db, other.id) })).statusCode).toBe(404)
    expect((await app.call('GET', path, { token: await openSession(db, owner.id) })).statusCode).toBe(200)
  })
})
