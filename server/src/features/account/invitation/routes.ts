import * as contract from '#contract/account/invitation.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { userAgentOf } from '#server/lib/network.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { becomeRunner } from './become-runner.ts'

export function invitationRoutes(api: Api, deps: Deps): void {
  api.handle(contract.readInvitation, async ({ caller, body }) => ({
    data: await readInvitation(deps, caller, body.token),
  }))

  api.handle(contract.acceptInvitation, async ({ caller, body, ip }) => ({
    data: { role: await acceptInvitation(deps, { caller, token: body.token, ip }) },
    message: 'Convite aceito.',
  }))

  api.handle(contract.becomeRunner, async ({ caller, body, ip, request }) => {
    await becomeRunner(deps, caller, body, { ip, userAgent: userAgentOf(request) })
    return { message: 'Pronto! Agora você também pode se inscrever em corridas.' }
  })
}
