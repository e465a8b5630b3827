import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { OwnerProof } from '#contract/account/second-factor.ts'
import { toDecimal } from '#contract/money.ts'
import * as company from '#contract/payout/enterprise.ts'
import * as own from '#contract/payout/organizer.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import type { Confirmation } from '#server/features/account/confirm.ts'
import { enterpriseOf } from '#server/features/fees/policy.ts'
import { saveSettings } from '#server/features/fees/save-settings.ts'
import { sendAnswerFile } from '#server/features/registration/answers/send-answer-file.ts'
import type { Caller } from '#server/lib/auth.ts'
import { inSnapshot } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import type { Api, SENT } from '#server/lib/http.ts'
import { sendTable } from '#server/lib/table-file.ts'
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
import { confirmHolder, RESERVE, saveDestination, saveOwnReserve } from './save-settings.ts'

export function payoutRoutes(api: Api, deps: Deps): void {
  organizerRoutes(api, deps)
  directoryRoutes(api, deps)
}

const ownScope = (caller: Caller): Scope => ofOrganizer(requireOwnOrganizer(caller))
const enterpriseScope = (caller: Caller): Scope => ofEnterprise(enterpriseOf(caller))

const confirmationOf = (
  caller: Caller,
  { current_password: password, code }: z.output<typeof OwnerProof>,
  ip: string,
): Confirmation => ({ caller, password, code, ip })

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
    data: presentAccount(await readAccount(snapshot, scope, { now: clock.now() }), clock.now()),
  }))

const sendReceipt = async (deps: Deps, reply: FastifyReply, scope: Scope, id: number): Promise<typeof SENT> =>
  sendAnswerFile(reply, await readReceipt(deps, scope, id), 'comprovante')

function organizerRoutes(api: Api, deps: Deps): void {
  api.handle(own.getMyBalance, ({ caller }) => balance(deps, ownScope(caller)))
  api.handle(own.listMyPayouts, ({ caller, query }) => list(deps, ownScope(caller), query))
  api.handle(own.exportMyPayouts, async ({ caller, query, reply }) => {
    const rows = await listPayouts(deps.db, ownScope(caller), {})
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
    await change.cancelPayout(deps, { caller, scope: ownScope(caller), id: params.id, ip })
    return { message: 'Pedido cancelado.' }
  })
  api.handle(own.getMyReceipt, ({ caller, params, reply }) =>
    sendReceipt(deps, reply, ownScope(caller), params.id),
  )
  api.handle(own.savePayoutDestination, async ({ caller, body, ip }) => {
    const { current_password: _, code: __, ...destination } = body
    const organizerId = requireOwnOrganizer(caller)
    await saveDestination(deps, { organizerId, destination, ...confirmationOf(caller, body, ip) })
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

function directoryRoutes(api: Api, deps: Deps): void {
  const { db } = deps
  api.handle(company.listBalances, ({ caller }) =>
    inSnapshot(db, async (snapshot) => {
      const now = deps.clock.now()
      const accounts = await readAccounts(snapshot, enterpriseScope(caller), now)
      return { data: accounts.map((account) => presentAccount(account, now)) }
    }),
  )
  api.handle(company.getBalance, ({ caller, params }) =>
    balance(deps, both(enterpriseScope(caller), ofOrganizer(params.id))),
  )
  api.handle(company.listPayouts, ({ caller, query }) => list(deps, enterpriseScope(caller), query))
  api.handle(company.exportPayouts, async ({ caller, query, reply }) => {
    const rows = await listPayouts(db, enterpriseScope(caller), { status: query.status })
    return sendTable(reply, query.format, payoutTable(rows))
  })
  api.handle(company.createPayout, async ({ caller, body, ip }) => {
    const scope = both(enterpriseScope(caller), ofOrganizer(body.organizer_id))
    const id = await change.requestPayout(deps, { caller, scope, amountCents: body.amount, ip })
    return { data: { id }, message: 'Repasse criado. Outra pessoa precisa aprovar.' }
  })
  api.handle(company.approvePayout, async ({ caller, params, body, ip }) => {
    const scope = enterpriseScope(caller)
    await change.approvePayout(deps, { scope, id: params.id, ...confirmationOf(caller, body, ip) })
    return { message: 'Repasse aprovado.' }
  })
  api.handle(company.refusePayout, async ({ caller, params, body, ip }) => {
    await change.refusePayout(deps, {
      caller,
      scope: enterpriseScope(caller),
      id: params.id,
      note: body.note,
      ip,
    })
    return { message: 'Repasse recusado.' }
  })
  api.handle(company.markPayoutPaid, async ({ caller, params, body, file: bytes, ip }) => {
    if (!bytes) throw invalidField('receipt', 'O campo é obrigatório')
    const scope = enterpriseScope(caller)
    await change.markPaid(deps, { scope, id: params.id, bytes, ...confirmationOf(caller, body, ip) })
    return { message: 'Repasse marcado como pago.' }
  })
  api.handle(company.getReceipt, ({ caller, params, reply }) =>
    sendReceipt(deps, reply, enterpriseScope(caller), params.id),
  )
  api.handle(company.getPayoutSettings, async ({ caller }) => ({
    data: presentReserve((await findReserve(db, enterpriseOf(caller))) ?? DEFAULT_RESERVE),
  }))
  api.handle(company.savePayoutSettings, async ({ caller, body, ip }) => {
    const reserve = reserveIn(body)
    await saveSettings(deps, { caller, ip, enterpriseId: enterpriseOf(caller) }, RESERVE, reserve)
    return { data: presentReserve(reserve), message: 'Reserva salva.' }
  })
  api.handle(company.requestWalletChange, async ({ caller, params, body, ip }) => {
    const { wallet } = body
    await requestWalletChange(deps, {
      scope: enterpriseScope(caller),
      organizerId: params.id,
      wallet: wallet && { id: wallet.id, share: wallet.percentage },
      ...confirmationOf(caller, body, ip),
    })
    return { message: 'Mudança da carteira pedida. Outra pessoa precisa aprovar.' }
  })
  api.handle(company.confirmHolder, async ({ caller, params, body, ip }) => {
    await confirmHolder(deps, {
      scope: enterpriseScope(caller),
      organizerId: params.id,
      savedAt: new Date(body.saved_at),
      ...confirmationOf(caller, body, ip),
    })
    return { message: 'Titular confirmado.' }
  })
  api.handle(company.approveWalletChange, async ({ caller, params, body, ip }) => {
    const scope = enterpriseScope(caller)
    await approveWalletChange(deps, { scope, changeId: params.id, ...confirmationOf(caller, body, ip) })
    return { message: 'Mudança da carteira aprovada.' }
  })
  api.handle(company.refuseWalletChange, async ({ caller, params, ip }) => {
    await refuseWalletChange(deps, { caller, scope: enterpriseScope(caller), changeId: params.id, ip })
    return { message: 'Mudança da carteira recusada.' }
  })
  api.handle(company.saveOrganizerReserve, async ({ caller, params, body, ip }) => {
    const reserve = body.reserve && reserveIn(body.reserve)
    await saveOwnReserve(deps, {
      caller,
      scope: enterpriseScope(caller),
      organizerId: params.id,
      reserve,
      ip,
    })
    return { message: 'Reserva salva.' }
  })
}
