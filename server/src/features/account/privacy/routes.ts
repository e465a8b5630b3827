import * as contract from '#contract/account/account.ts'
import type { Deps } from '#server/deps.ts'
import { type Api, SENT } from '#server/lib/http.ts'
import { userAgentOf } from '#server/lib/network.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { LIMITS } from '../limits.ts'
import { listConsents, updateConsents } from './consents.ts'
import { deleteAccount } from './delete-account.ts'
import { exportMyData } from './export/export-my-data.ts'

export function privacyRoutes(api: Api, deps: Deps): void {
  api.handle(contract.listConsents, async ({ caller }) => ({ data: await listConsents(deps, caller.userId) }))

  api.handle(contract.updateConsents, async ({ caller, body, ip, request }) => ({
    message: 'Preferências salvas com sucesso.',
    data: await updateConsents(deps, {
      userId: caller.userId,
      promotions: body.receive_promotions,
      eventUpdates: body.receive_event_updates,
      origin: { ip, userAgent: userAgentOf(request) },
    }),
  }))

  api.handle(contract.exportMyData, async ({ caller, reply, ip }) => {
    await deps.rateLimiter.consume(LIMITS.exportOfCaller, String(caller.userId))
    const data = await exportMyData(deps, caller.userId)
    await recordSecurityEvent(deps.db, {
      at: deps.clock.now(),
      kind: 'data.exported',
      userId: caller.userId,
      ip,
      detail: { what: 'own data' },
    })
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="largada-meus-dados.json"')
      .send(JSON.stringify(data, null, 2))
    return SENT
  })

  api.handle(contract.deleteAccount, async ({ caller, body }) => {
    await deleteAccount(deps, caller, body.password)
    return { message: 'Sua conta foi excluída.' }
  })
}
