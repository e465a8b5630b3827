import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { toDecimal } from '#contract/money.ts'
import * as company from '#contract/payout/company.ts'
import * as own from '#contract/payout/organizer.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { inSnapshot } from '#server/lib/db.ts'
import type { Api, SENT } from '#server/lib/http.ts'
import { sendTable } from '#server/lib/table-file.ts'
import { readUpload } from '#server/lib/upload.ts'
import { enterpriseOf } from '../fees/policy.ts'
import { sendAnswerFile } from '../registration/answers/send-answer-file.ts'
import * as change from './change-payout.ts'
import { approveWalletChange, refuseWalletChange, requestWalletChange } from './change-wallet.ts'
import type { Reserve } from './domain/balance.ts'
import { requireOwnOrganizer } from './policy.ts'
import { payoutTable, presentAccount, presentPayout } from './present.ts'
import { both, ofEnterprise, ofOrganizer, type Scope } from './queries/organizers.ts'
import { countPayouts, listPayouts } from './queries/payouts.ts'
import { findReserve } from './queries/settings.ts'
import { DEFAULT_RESERVE, readAccount, readAccounts } from './read-balances.ts'
import { readReceipt } from './receipt.ts'
import { saveDestination, saveOwnReserve, saveReserve } from './save-settings.ts'

export function payoutRoutes(api: Api, deps: Deps): void {
  organizerRoutes(api, deps)
  companyRoutes(api, deps)
}

type List = z.output<typeof company.PayoutQuery>

async function list({ db }: Deps, scope: Scope, { page, per_page: perPage, status }: List) {
  const [rows, total] = await Promise.all([
    listPayouts(db, scope, { status, limit: perPage, offset: (page - 1) * perPage }),
    countPayouts(db, scope, status),
  ])
  return { data: rows.map(presentPayout), meta: pageMeta(page, perPage, total) }
}

const balance = ({ db, clock }: Deps, scope: Scope) =>
  inSnapshot(db, async (snapshot) => ({
    data: presentAccount(await readAccount(snapshot, scope, { now: clock.now() })),
  }))

const sendReceipt = async (deps: Deps, reply: FastifyReply, scope: Scope, id: number): Promise<typeof SENT> =>
  sendAnswerFile(reply, await readReceipt(deps, scope, id), 'comprovante')

/** The organizer's own. */
function organizerRoutes(api: Api, deps: Deps): void {
  api.handle(own.getMyBalance, ({ caller }) => balance(deps, ofOrganizer(requireOwnOrganizer(caller))))
  api.handle(own.listMyPayouts, ({ caller, query }) =>
    list(deps, ofOrganizer(requireOwnOrganizer(caller)), query),
  )
  api.handle(own.exportMyPayouts, async ({ caller, query, reply }) => {
    const rows = await listPayouts(deps.db, ofOrganizer(requireOwnOrganizer(caller)), {})
    return sendTable(reply, query.format, payoutTable(rows))
  })
  api.handle(own.requestPayout, async ({ caller, body, ip }) => {
    const organizerId = requireOwnOrganizer(caller)
    await deps.rateLimiter.consume(change.REQUESTS_BY_ORGANIZER, String(organizerId))
    const scope = ofOrganizer(organizerId)
    const id = await change.requestPayout(deps, { caller, scope, amountCents: body.amount, ip })
    return { data: { id }, message: 'Repasse pedido.' }
  })
  api.handle(own.cancelPayout, async ({ caller, params, ip }) => {
    const scope = ofOrganizer(requireOwnOrganizer(caller))
    await change.cancelPayout(deps, { caller, scope, id: params.id, ip })
    return { message: 'Pedido cancelado.' }
  })
  api.handle(own.getMyReceipt, ({ caller, params, reply }) =>
    sendReceipt(deps, reply, ofOrganizer(requireOwnOrganizer(caller)), params.id),
  )
  api.handle(own.savePayoutDestination, async ({ caller, body, ip }) => {
    const { current_password: password, code, ...destination } = body
    await saveDestination(deps, {
      caller,
      organizerId: requireOwnOrganizer(caller),
      destination,
      password,
      code,
      ip,
    })
    return { data: destination, message: 'Conta dos repasses salva.' }
  })
}

const presentReserve = ({ rate, days }: Reserve) => ({
  reserve_percentage: toDecimal(rate),
  reserve_days: days,
})
const reserveIn = (body: z.output<typeof company.PayoutSettingsInput>): Reserve => ({
  rate: body.reserve_percentage,
  days: body.reserve_days,
})

/** The company's. */
function companyRoutes(api: Api, deps: Deps): void {
  const { db } = deps
  api.handle(company.listBalances, ({ caller }) =>
    inSnapshot(db, async (snapshot) => ({
      data: (await readAccounts(snapshot, ofEnterprise(enterpriseOf(caller)), deps.clock.now())).map(
        presentAccount,
      ),
    })),
  )
  api.handle(company.getBalance, ({ caller, params }) =>
    balance(deps, both(ofEnterprise(enterpriseOf(caller)), ofOrganizer(params.id))),
  )
  api.handle(company.listPayouts, ({ caller, query }) =>
    list(deps, ofEnterprise(enterpriseOf(caller)), query),
  )
  api.handle(company.exportPayouts, async ({ caller, query, reply }) => {
    const rows = await listPayouts(db, ofEnterprise(enterpriseOf(caller)), { status: query.status })
    return sendTable(reply, query.format, payoutTable(rows))
  })
  api.handle(company.createPayout, async ({ caller, body, ip }) => {
    const scope = both(ofEnterprise(enterpriseOf(caller)), ofOrganizer(body.organizer_id))
    const id = await change.requestPayout(deps, { caller, scope, amountCents: body.amount, ip })
    return { data: { id }, message: 'Repasse criado. Outra pessoa precisa aprovar.' }
  })
  api.handle(company.approvePayout, async ({ caller, params, ip }) => {
    await change.approvePayout(deps, { caller, scope: ofEnterprise(enterpriseOf(caller)), id: params.id, ip })
    return { message: 'Repasse aprovado.' }
  })
  api.handle(company.refusePayout, async ({ caller, params, body, ip }) => {
    const scope = ofEnterprise(enterpriseOf(caller))
    await change.refusePayout(deps, { caller, scope, id: params.id, note: body.note, ip })
    return { message: 'Repasse recusado.' }
  })
  api.handle(company.markPayoutPaid, async ({ caller, params, request, ip }) => {
    const bytes = await readUpload(request, company.markPayoutPaid)
    const scope = ofEnterprise(enterpriseOf(caller))
    await change.markPaid(deps, { caller, scope, id: params.id, bytes, ip })
    return { message: 'Repasse marcado como pago.' }
  })
  api.handle(company.getReceipt, ({ caller, params, reply }) =>
    sendReceipt(deps, reply, ofEnterprise(enterpriseOf(caller)), params.id),
  )
  api.handle(company.getPayoutSettings, async ({ caller }) => ({
    data: presentReserve((await findReserve(db, enterpriseOf(caller))) ?? DEFAULT_RESERVE),
  }))
  api.handle(company.savePayoutSettings, async ({ caller, body, ip }) => {
    const reserve = reserveIn(body)
    await saveReserve(deps, { caller, enterpriseId: enterpriseOf(caller), reserve, ip })
    return { data: presentReserve(reserve), message: 'Reserva salva.' }
  })
  api.handle(company.requestWalletChange, async ({ caller, params, body, ip }) => {
    const { wallet, current_password: password, code } = body
    await requestWalletChange(deps, {
      caller,
      scope: ofEnterprise(enterpriseOf(caller)),
      organizerId: params.id,
      wallet: wallet && { id: wallet.id, share: wallet.percentage },
      password,
      code,
      ip,
    })
    return { message: 'Mudança da carteira pedida. Outra pessoa precisa aprovar.' }
  })
  api.handle(company.approveWalletChange, async ({ caller, params, ip }) => {
    const scope = ofEnterprise(enterpriseOf(caller))
    await approveWalletChange(deps, { caller, scope, changeId: params.id, ip })
    return { message: 'Mudança da carteira aprovada.' }
  })
  api.handle(company.refuseWalletChange, async ({ caller, params, ip }) => {
    const scope = ofEnterprise(enterpriseOf(caller))
    await refuseWalletChange(deps, { caller, scope, changeId: params.id, ip })
    return { message: 'Mudança da carteira recusada.' }
  })
  api.handle(company.saveOrganizerReserve, async ({ caller, params, body, ip }) => {
    const reserve = body.reserve && reserveIn(body.reserve)
    const scope = ofEnterprise(enterpriseOf(caller))
    await saveOwnReserve(deps, { caller, scope, organizerId: params.id, reserve, ip })
    return { message: 'Reserva salva.' }
  })
}
