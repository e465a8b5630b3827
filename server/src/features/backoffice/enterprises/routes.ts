import * as contract from '#contract/backoffice/enterprises.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { feeColumns, presentFees } from '#server/features/fees/domain/fees.ts'
import { findFeeSettings } from '#server/features/fees/queries.ts'
import { FEES, saveSettings } from '#server/features/fees/save-settings.ts'
import type { Api } from '#server/lib/http.ts'
import { deleteEnterprise } from '../delete-record.ts'
import { countEnterprises, type EnterpriseRow, getEnterprise, listEnterprises } from './queries.ts'
import { saveEnterprise } from './save-enterprise.ts'

export function enterpriseAdminRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  api.handle(contract.listEnterprises, async ({ query }) => ({
    data: (await listEnterprises(db, query)).map(present),
    meta: pageMeta(query.page, query.per_page, await countEnterprises(db, query.search)),
  }))

  api.handle(contract.getEnterprise, async ({ params }) => ({
    data: present(await getEnterprise(db, params.id)),
  }))

  api.handle(contract.createEnterprise, async ({ caller, body, ip }) => ({
    data: { id: await saveEnterprise(deps, { caller, id: null, input: body, ip }) },
    message: 'Empresa cadastrada com sucesso!',
  }))

  api.handle(contract.updateEnterprise, async ({ caller, params, body, ip }) => ({
    data: { id: await saveEnterprise(deps, { caller, id: params.id, input: body, ip }) },
    message: 'Empresa atualizada com sucesso!',
  }))

  api.handle(contract.deleteEnterprise, async ({ caller, params, ip }) => {
    await deleteEnterprise(deps, { caller, id: params.id, ip })
    return { message: 'Empresa apagada.' }
  })

  api.handle(contract.getEnterpriseFees, async ({ params }) => {
    const { id } = await getEnterprise(db, params.id)
    return { data: presentFees(await findFeeSettings(db, id)) }
  })

  api.handle(contract.saveEnterpriseFees, async ({ caller, params, body, ip }) => {
    const { id: enterpriseId } = await getEnterprise(db, params.id)
    const settings = feeColumns(body)
    await saveSettings(deps, { caller, ip, enterpriseId }, FEES, settings)
    return { data: presentFees(settings), message: 'Taxas salvas com sucesso!' }
  })
}

const present = ({ created_at, ...row }: EnterpriseRow) => ({ ...row, created_at: created_at.toISOString() })
