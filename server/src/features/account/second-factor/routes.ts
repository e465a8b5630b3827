import * as contract from '#contract/account/second-factor.ts'
import type { Deps } from '#server/deps.ts'
import { preferredRole } from '#server/lib/auth.ts'
import type { Api } from '#server/lib/http.ts'
import { userAgentOf } from '#server/lib/network.ts'
import { mustHaveSecondFactor } from '../policy.ts'
import { getUser } from '../queries.ts'
import { loginWithSecondFactor } from '../session/login.ts'
import { renewRecoveryCodes, turnSecondFactorOff } from './change.ts'
import { beginEnrolment, confirmEnrolment } from './enrol.ts'
import { countRecoveryCodes } from './queries.ts'

export function secondFactorRoutes(api: Api, deps: Deps): void {
  api.handle(contract.loginWithSecondFactor, async ({ body, ip, request }) => ({
    message: 'Login realizado com sucesso.',
    data: await loginWithSecondFactor(deps, {
      challenge: body.challenge,
      code: body.code,
      deviceToken: body.device_token,
      ip,
      userAgent: userAgentOf(request),
      role: preferredRole(request.headers),
    }),
  }))

  api.handle(contract.getSecondFactor, async ({ caller }) => {
    const user = await getUser(deps.db, caller.userId)
    return {
      data: {
        enabled_at: user.second_factor_at?.toISOString() ?? null,
        required: mustHaveSecondFactor(deps.config, caller.heldRoles),
        recovery_codes_left: await countRecoveryCodes(deps.db, caller.userId),
      },
    }
  })

  api.handle(contract.beginSecondFactor, async ({ caller, body }) => ({
    data: await beginEnrolment(deps, caller, body.password),
  }))

  api.handle(contract.confirmSecondFactor, async ({ caller, body, ip }) => ({
    message: 'Verificação em duas etapas ativada.',
    data: { recovery_codes: await confirmEnrolment(deps, caller, { code: body.code, ip }) },
  }))

  api.handle(contract.renewRecoveryCodes, async ({ caller, body, ip }) => ({
    message: 'Novos códigos de recuperação gerados.',
    data: { recovery_codes: await renewRecoveryCodes(deps, caller, { ...body, ip }) },
  }))

  api.handle(contract.turnSecondFactorOff, async ({ caller, body, ip }) => {
    await turnSecondFactorOff(deps, caller, { ...body, ip })
    return { message: 'Verificação em duas etapas desativada.' }
  })
}
