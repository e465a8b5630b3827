import * as routes from '#contract/fees/installment-rates.ts'
import { toDecimal } from '#contract/money.ts'
import {
  getRefundSettings as getRefundsRoute,
  saveRefundSettings as saveRefundsRoute,
} from '#contract/payment/refund.ts'
import type { InstallmentRates } from '#contract/pricing/installments.ts'
import { getFees, saveFees } from '#contract/producer/producer.ts'
import { WITHDRAWAL_LAW } from '#contract/registration/withdrawal.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Api } from '#server/lib/http.ts'
import { effectiveFees, feeColumns, presentFees } from './domain/fees.ts'
import { getInstallmentRates } from './installment-settings/queries.ts'
import { enterpriseOf, feesOrganizerOf } from './policy.ts'
import { findBoundsOf, findFeeSettings, findOwnFees } from './queries.ts'
import { getRefundSettings, type RefundSettings } from './refund-settings/queries.ts'
import { saveOwnFees } from './save-own-fees.ts'
import { FEES, installmentRates, REFUND_SETTINGS, saveSettings } from './save-settings.ts'

export function enterpriseRoutes(api: Api, deps: Deps): void {
  api.handle(getFees, async ({ caller }) => readFees(deps, caller))

  api.handle(saveFees, async ({ body, caller, ip }) => {
    const settings = feeColumns(body)
    const organizerId = feesOrganizerOf(caller)
    if (organizerId !== null) await saveOwnFees(deps, { caller, settings, ip, organizerId })
    else await saveSettings(deps, { caller, ip, enterpriseId: enterpriseOf(caller) }, FEES, settings)
    return { ...(await readFees(deps, caller)), message: 'Taxas salvas com sucesso!' }
  })

  api.handle(getRefundsRoute, async ({ caller }) => ({
    data: presentRefundSettings(await getRefundSettings(deps.db, enterpriseOf(caller))),
  }))

  api.handle(saveRefundsRoute, async ({ caller, body, ip }) => {
    const by = { caller, ip, enterpriseId: enterpriseOf(caller) }
    const { approval_from: approval_from_cents, ...days } = body
    const saved = await saveSettings(deps, by, REFUND_SETTINGS, { ...days, approval_from_cents })
    return { data: presentRefundSettings(saved), message: 'Regras de devolução salvas com sucesso!' }
  })

  api.handle(routes.getInstallmentRates, async ({ caller }) => ({
    data: presentRates(await getInstallmentRates(deps.db, enterpriseOf(caller))),
  }))

  api.handle(routes.saveInstallmentRates, async ({ caller, body, ip }) => {
    const by = { caller, ip, enterpriseId: enterpriseOf(caller) }
    const saved = await saveSettings(deps, by, installmentRates, body.rates)
    return { data: presentRates(saved), message: 'Juros do parcelamento salvos com sucesso!' }
  })
}

const presentRefundSettings = ({ approval_from_cents: from, ...days }: RefundSettings) => ({
  ...days,
  approval_from: from === null ? null : toDecimal(from),
  law: WITHDRAWAL_LAW,
})

const presentRates = (rates: InstallmentRates) => ({ rates: rates.map(toDecimal) })

/** For an organizer with the enterprise's bounds. */
async function readFees({ db }: Pick<Deps, 'db'>, caller: Caller) {
  const organizerId = feesOrganizerOf(caller)
  if (organizerId === null) {
    const fees = presentFees(await findFeeSettings(db, enterpriseOf(caller)))
    return { data: { ...fees, bounds: null }, extra: fees }
  }
  const bounds = await findBoundsOf(db, organizerId)
  const fees = presentFees(effectiveFees(bounds, await findOwnFees(db, organizerId)))
  return { data: { ...fees, bounds: bounds && presentFees(bounds) }, extra: fees }
}
