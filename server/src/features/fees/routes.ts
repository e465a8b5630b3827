import * as routes from '#contract/installment-rates.ts'
import type { InstallmentRates } from '#contract/installments.ts'
import { toDecimal } from '#contract/money.ts'
import { getFees, saveFees } from '#contract/producer.ts'
import {
  getRefundSettings as getRefundsRoute,
  saveRefundSettings as saveRefundsRoute,
} from '#contract/refund.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Api } from '#server/lib/http.ts'
import { effectiveFees, feeColumns, presentFees } from './domain/fees.ts'
import { getInstallmentRates } from './installment-settings/queries.ts'
import { saveInstallmentRates } from './installment-settings/save-installment-rates.ts'
import { enterpriseOf, feesOrganizerOf } from './policy.ts'
import { findBoundsOf, findFeeSettings, findOwnFees } from './queries.ts'
import { getRefundSettings } from './refund-settings/queries.ts'
import { presentRefundSettings, saveRefundSettings } from './refund-settings/save-refund-settings.ts'
import { saveEnterpriseFees, saveOwnFees } from './save-fees.ts'

export function enterpriseRoutes(api: Api, deps: Deps): void {
  api.handle(getFees, async ({ caller }) => readFees(deps, caller))

  api.handle(saveFees, async ({ body, caller, ip }) => {
    const settings = feeColumns(body)
    const organizerId = feesOrganizerOf(caller)
    if (organizerId !== null) await saveOwnFees(deps, { caller, settings, ip, organizerId })
    else await saveEnterpriseFees(deps, { caller, settings, ip, enterpriseId: enterpriseOf(caller) })
    return { ...(await readFees(deps, caller)), message: 'Taxas salvas com sucesso!' }
  })

  api.handle(getRefundsRoute, async ({ caller }) => ({
    data: presentRefundSettings(await getRefundSettings(deps.db, enterpriseOf(caller))),
  }))

  api.handle(saveRefundsRoute, async ({ caller, body, ip }) => ({
    data: presentRefundSettings(await saveRefundSettings(deps, { caller, input: body, ip })),
    message: 'Regras de devolução salvas com sucesso!',
  }))

  api.handle(routes.getInstallmentRates, async ({ caller }) => ({
    data: presentRates(await getInstallmentRates(deps.db, enterpriseOf(caller))),
  }))

  api.handle(routes.saveInstallmentRates, async ({ caller, body, ip }) => {
    await saveInstallmentRates(deps, { caller, rates: body.rates, ip })
    return { data: presentRates(body.rates), message: 'Juros do parcelamento salvos com sucesso!' }
  })
}

const presentRates = (rates: InstallmentRates) => ({ rates: rates.map(toDecimal) })

/** The fees in force for the caller, and for an organizer the enterprise's bounds. */
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
