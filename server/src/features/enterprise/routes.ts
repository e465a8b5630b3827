import { toDecimal } from '#contract/money.ts'
import { getFees, saveFees as saveFeesRoute } from '#contract/producer.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { enterpriseOf } from './policy.ts'
import { type FeeSettingsRow, findFeeSettings } from './queries.ts'
import { saveFees } from './save-fees.ts'

export function enterpriseRoutes(api: Api, deps: Deps): void {
  api.handle(getFees, async ({ caller }) => {
    const fees = present(await findFeeSettings(deps.db, enterpriseOf(caller)))
    return { data: fees, extra: fees }
  })

  api.handle(saveFeesRoute, async ({ body, caller, ip }) => {
    const settings = {
      min_fee_free_cents: body.min_fee_free,
      min_fee_paid_cents: body.min_fee_paid,
      setup_fee_cents: body.setup_fee,
      max_fee_bp: body.max_fee_percentage,
    }
    await saveFees(deps, { caller, settings, ip })
    const fees = present(settings)
    return { data: fees, extra: fees, message: 'Taxas salvas com sucesso!' }
  })
}

const present = (settings: FeeSettingsRow | null) => ({
  min_fee_free: settings && toDecimal(settings.min_fee_free_cents),
  setup_fee: settings && toDecimal(settings.setup_fee_cents),
  min_fee_paid: settings && toDecimal(settings.min_fee_paid_cents),
  max_fee_percentage: settings && toDecimal(settings.max_fee_bp),
})
