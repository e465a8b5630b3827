import { afterAll, describe, expect, test } from 'vitest'
import * as accounts from '#contract/backoffice/accounts.ts'
import * as company from '#contract/backoffice/directory.ts'
import * as enterprises from '#contract/backoffice/enterprises.ts'
import * as events from '#contract/backoffice/events.ts'
import * as operations from '#contract/backoffice/operations.ts'
import * as organizers from '#contract/backoffice/organizers.ts'
import * as overview from '#contract/backoffice/overview.ts'
import * as securityLog from '#contract/backoffice/security-log.ts'
import * as staff from '#contract/backoffice/staff.ts'
import { viewAs } from '#contract/backoffice/viewing.ts'
import * as organizerEvents from '#contract/event-management/organizer-events.ts'
import * as installmentRates from '#contract/fees/installment-rates.ts'
import * as refund from '#contract/payment/refund.ts'
import * as refundTasks from '#contract/payment/refund-tasks.ts'
import * as payout from '#contract/payout/enterprise.ts'
import * as dailyMoney from '#contract/report/daily-money.ts'
import * as statement from '#contract/report/statement.ts'
import type { Role } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { ALL_ROUTES } from '#contract/routes.ts'
import { testApp } from './app.ts'
import { organizerForm } from './back-office.ts'
import { testDatabase } from './database.ts'
import { PASSWORD, passwordHash } from './factories/account.ts'
import { at, createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { nextCnpj } from './factories/producer.ts'
import { createOrganizer, createUser, nextCpf, nextNumber, openSession } from './factories/user.ts'

/* Access to the back office: every route of Admin and Empresa, called by every kind of user. The last
   test fails for a route that has no row. */

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const event = await createEvent(db, { organizerId: organizer.organizerId })
const runner = await createUser(db)
const order = await createOrder(db, event, { buyer: runner })

const CALLERS: Record<Role | 'Realizador', { id: number }> = {
  Admin: await createUser(db, { roles: ['Admin'], passwordHash }),
  Empresa: await createUser(db, { roles: ['Empresa'], passwordHash }),
  Organizador: organizer,
  Realizador: await createOrganizer(db, { parentId: organizer.organizerId }),
  Participante: runner,
}

interface Row {
  route: Route
  path?: string
  body?: () => unknown
  /** Expected status for permitted callers, when it is not a success. */
  permittedStatus?: number
}

const account = `/admin/participants/${runner.id}`
const organizerPath = `/admin/organizers/${organizer.organizerId}`
const staffPath = `/admin/staff/${CALLERS.Empresa.id}`
const registrationId = at(order.registrations, 0).id

const ROWS: Row[] = [
  { route: overview.getAdminOverview },
  { route: overview.getEnterpriseOverview },
  { route: events.listAllEvents },
  { route: organizerEvents.listEventOwners },
  { route: enterprises.listEnterprises },
  { route: enterprises.getEnterprise, path: '/admin/enterprises/1' },
  { route: enterprises.createEnterprise, body: () => ({ name: 'Outra', cnpj: nextCnpj() }) },
  {
    route: enterprises.updateEnterprise,
    path: '/admin/enterprises/1',
    body: () => ({ name: 'Largada', cnpj: nextCnpj(), current_password: PASSWORD }),
  },
  { route: enterprises.getEnterpriseFees, path: '/admin/enterprises/1/fees' },
  {
    route: enterprises.saveEnterpriseFees,
    path: '/admin/enterprises/1/fees',
    body: () => ({
      min_fee_free: '0',
      min_fee_paid: '2.50',
      setup_fee: '0',
      max_fee_percentage: '20',
      current_password: PASSWORD,
    }),
  },
  { route: organizers.listOrganizers, body: () => ({}) },
  { route: organizers.getOrganizer, path: organizerPath },
  { route: organizers.createOrganizer, body: () => organizerForm() },
  {
    route: organizers.updateOrganizer,
    path: organizerPath,
    body: () => organizerForm({ current_password: PASSWORD }),
  },
  {
    route: organizers.suspendOrganizer,
    path: `${organizerPath}/suspension`,
    body: () => ({ suspended: false }),
  },
  { route: organizers.resetOrganizerAccess, path: `${organizerPath}/reset-access` },
  { route: accounts.searchAccounts, body: () => ({}) },
  { route: accounts.getAccount, path: account },
  { route: accounts.verifyAccountEmail, path: `${account}/verify-email` },
  { route: accounts.blockAccount, path: `${account}/block`, body: () => ({ blocked: false }) },
  { route: accounts.resetAccountAccess, path: `${account}/reset-access` },
  {
    route: accounts.changeCpf,
    path: `${account}/cpf`,
    body: () => ({ cpf: runner.cpf, reason: 'Documento', document_checked: true }),
  },
  { route: accounts.previewRemoval, body: () => ({ cpf: nextCpf() }) },
  { route: accounts.removePerson, body: () => ({ cpf: nextCpf(), reason: 'LGPD' }) },
  // 409, because all of them have a history, or a registration for a coming race.
  {
    route: accounts.removeAccount,
    path: account,
    body: () => ({ reason: 'LGPD' }),
    permittedStatus: 409,
  },
  { route: organizers.deleteOrganizer, path: organizerPath, permittedStatus: 409 },
  { route: enterprises.deleteEnterprise, path: '/admin/enterprises/1', permittedStatus: 409 },
  { route: viewAs, path: `/admin/accounts/${runner.id}/view`, body: () => ({ reason: 'Chamado 7' }) },
  { route: staff.listStaff, body: () => ({}) },
  { route: staff.getStaffUser, path: staffPath },
  {
    route: staff.createStaffUser,
    body: () => ({
      name: 'Lia Prado',
      email: `lia${nextNumber()}@exemplo.test`,
      role: 'Admin',
      current_password: PASSWORD,
    }),
  },
  { route: staff.blockStaffUser, path: `${staffPath}/block`, body: () => ({ blocked: false }) },
  { route: staff.resetStaffAccess, path: `${staffPath}/reset-access` },
  {
    route: staff.removeStaffUser,
    path: '/admin/staff/999999999',
    body: () => ({ reason: 'Saiu' }),
    permittedStatus: 404,
  },
  // The participant has no second factor.
  {
    route: accounts.resetSecondFactor,
    path: `/admin/accounts/${runner.id}/second-factor`,
    body: () => ({ current_password: PASSWORD, reason: 'Chamado 7' }),
    permittedStatus: 409,
  },
  // An account cannot be merged with itself.
  {
    route: accounts.previewMerge,
    path: `${account}/merge-preview`,
    body: () => ({ duplicate_id: runner.id }),
    permittedStatus: 409,
  },
  {
    route: accounts.mergeAccounts,
    path: `${account}/merge`,
    body: () => ({ duplicate_id: runner.id }),
    permittedStatus: 409,
  },
  { route: operations.listJobs },
  { route: operations.searchJobs, body: () => ({ search: 'ninguém' }) },
  { route: operations.retryJob, path: '/admin/jobs/999999999/retry', permittedStatus: 404 },
  { route: operations.retryFailedJobs },
  { route: operations.discardJob, path: '/admin/jobs/999999999', permittedStatus: 404 },
  { route: operations.listGatewayMessages },
  { route: operations.searchGatewayMessages, body: () => ({ search: 'ninguém' }) },
  {
    route: operations.applyGatewayMessage,
    path: '/admin/gateway-messages/999999999/apply',
    permittedStatus: 404,
  },
  { route: refundTasks.listRefunds },
  { route: refundTasks.listRefundIds },
  ...[
    refundTasks.approveRefund,
    refundTasks.refuseRefund,
    refundTasks.retryRefund,
    refundTasks.completeRefund,
    refundTasks.askRefundPixKey,
  ].map((route) => ({
    route,
    path: route.path.replace(':id', '999999999'),
    body: () => ({ note: 'Combinado por telefone.' }),
    permittedStatus: 404,
  })),
  ...[refundTasks.retryRefunds, refundTasks.completeRefunds].map((route) => ({
    route,
    body: () => ({ ids: [999_999_999], note: 'Combinado por telefone.' }),
  })),
  { route: refundTasks.exportRefunds, body: () => ({ ids: [999_999_999] }), permittedStatus: 409 },
  { route: installmentRates.getInstallmentRates },
  { route: installmentRates.saveInstallmentRates, body: () => ({ rates: Array(11).fill('2.50') }) },
  { route: refund.getRefundSettings },
  {
    route: refund.saveRefundSettings,
    body: () => ({ withdrawal_days: 7, withdrawal_ends_days_before: 1, approval_from: null }),
  },
  { route: operations.searchAudit, body: () => ({}) },
  { route: operations.exportAudit, body: () => ({}) },
  { route: securityLog.searchSecurityLog, body: () => ({}) },
  { route: statement.getEnterpriseStatement },
  { route: dailyMoney.getDailyMoney },
  { route: statement.exportEnterpriseStatement },
  { route: statement.exportEnterpriseStatementXlsx },
  { route: payout.listBalances },
  { route: payout.getBalance, path: `/enterprise/payout-balances/${organizer.organizerId}` },
  {
    route: payout.saveOrganizerReserve,
    path: `/enterprise/payout-balances/${organizer.organizerId}/reserve`,
    body: () => ({ reserve: null }),
  },
  // Refused, because the password is wrong.
  {
    route: payout.requestWalletChange,
    path: `/enterprise/payout-balances/${organizer.organizerId}/wallet`,
    body: () => ({ wallet: null, current_password: 'errada' }),
    permittedStatus: 422,
  },
  {
    route: payout.approveWalletChange,
    body: () => ({ current_password: PASSWORD }),
    path: '/enterprise/wallet-changes/999999999/approve',
    permittedStatus: 404,
  },
  {
    route: payout.refuseWalletChange,
    path: '/enterprise/wallet-changes/999999999/refuse',
    permittedStatus: 404,
  },
  { route: payout.listPayouts },
  { route: payout.exportPayouts },
  // Refused, because the organizer has no Pix key.
  {
    route: payout.createPayout,
    body: () => ({ organizer_id: organizer.organizerId, amount: '1.00' }),
    permittedStatus: 409,
  },
  {
    route: payout.approvePayout,
    path: '/enterprise/payouts/999999999/approve',
    body: () => ({ current_password: PASSWORD }),
    permittedStatus: 404,
  },
  {
    route: payout.confirmHolder,
    path: `/enterprise/payout-balances/${organizer.organizerId}/destination/confirm`,
    body: () => ({ current_password: PASSWORD, saved_at: new Date().toISOString() }),
    permittedStatus: 409,
  },
  {
    route: payout.refusePayout,
    path: '/enterprise/payouts/999999999/refuse',
    body: () => ({ note: 'Não.' }),
    permittedStatus: 404,
  },
  // 422, because the form has no file.
  {
    route: payout.markPayoutPaid,
    path: '/enterprise/payouts/999999999/pay',
    body: () => ({ current_password: PASSWORD }),
    permittedStatus: 422,
  },
  { route: payout.getReceipt, path: '/enterprise/payouts/999999999/receipt', permittedStatus: 404 },
  { route: payout.getPayoutSettings },
  {
    route: payout.savePayoutSettings,
    body: () => ({ reserve_percentage: '10', reserve_days: 7 }),
  },
  { route: company.searchPeople, body: () => ({}) },
  { route: company.getPerson, path: `/enterprise/people/${registrationId}` },
  { route: company.listEnterpriseCities },
  { route: company.getEnterpriseCity, path: '/enterprise/cities/1', permittedStatus: 404 },
]

describe('who may call', () => {
  test.each(ROWS.map((row) => [`${row.route.method} ${row.route.path}`, row] as const))(
    '%s',
    async (_, { route, path = route.path, body, permittedStatus = route.status }) => {
      const call = async (token?: string) =>
        (await app.call(route.method, path, { token, body: body?.() })).statusCode
      expect(await call(), 'a visitor').toBe(401)
      expect(await call('x'.repeat(43)), 'an invalid token').toBe(401)
      for (const [name, { id }] of Object.entries(CALLERS)) {
        const roles: readonly string[] = typeof route.access === 'object' ? route.access.roles : []
        expect(await call(await openSession(db, id)), name).toBe(roles.includes(name) ? permittedStatus : 403)
      }
    },
  )

  test('every route that only Admin or Empresa may call has a row', () => {
    const rows = new Set(ROWS.map((row) => row.route))
    const missing = ALL_ROUTES.filter(
      (route) =>
        typeof route.access === 'object' &&
        !route.access.roles.includes('Organizador') &&
        (route.path.startsWith('/admin/') ||
          /^\/enterprise\/(overview|people|cities|statement|payout)/.test(route.path)) &&
        !rows.has(route),
    )
    expect(missing.map((route) => `${route.method} ${route.path}`)).toEqual([])
  })
})
