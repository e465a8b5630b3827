import * as contract from '#contract/account/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { preferredRole } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { userAgentOf } from '#server/lib/network.ts'
import { addPasskey, beginPasskey, presentPasskey } from './add.ts'
import { beginPasskeyLogin, loginWithPasskey } from './login.ts'
import { renamePasskey, selectPasskeys } from './queries.ts'
import { removePasskey } from './remove.ts'

export function passkeyRoutes(api: Api, deps: Deps): void {
  api.handle(contract.listPasskeys, async ({ caller }) => ({
    data: (await selectPasskeys(deps.db, caller.userId)).map(presentPasskey),
  }))

  api.handle(contract.beginPasskey, async ({ caller, body, ip }) => ({
    data: await beginPasskey(deps, { caller, password: body.current_password, code: body.code, ip }),
  }))

  api.handle(contract.addPasskey, async ({ caller, body, ip }) => ({
    message: 'Chave de acesso adicionada.',
    data: await addPasskey(deps, caller, { ...body, ip }),
  }))

  api.handle(contract.renamePasskey, async ({ caller, params, body }) => {
    const renamed = await renamePasskey(deps.db, caller.userId, params.id, body.name)
    if (!renamed) throw new AppError('not_found')
    return { message: 'Nome da chave de acesso alterado.' }
  })

  api.handle(contract.removePasskey, async ({ caller, params, body, ip }) => {
    const proof = { caller, password: body.current_password, code: body.code, ip }
    await removePasskey(deps, { ...proof, passkeyId: params.id })
    return { message: 'Chave de acesso removida.' }
  })

  api.handle(contract.beginPasskeyLogin, async ({ query, ip }) => ({
    data: await beginPasskeyLogin(deps, ip, query.suggested !== undefined),
  }))

  api.handle(contract.loginWithPasskey, async ({ body, ip, request }) => ({
    message: 'Login realizado com sucesso.',
    data: await loginWithPasskey(deps, {
      credential: body.credential,
      deviceToken: body.device_token,
      ip,
      userAgent: userAgentOf(request),
      role: preferredRole(request.headers),
    }),
  }))
}
