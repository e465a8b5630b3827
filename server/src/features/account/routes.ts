import * as contract from '#contract/account/account.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { userAgentOf } from '#server/lib/network.ts'
import { readUpload } from '#server/lib/upload.ts'
import { changeImage } from './avatar.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { invitationRoutes } from './invitation/routes.ts'
import { LIMITS } from './limits.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { mayChangePicture, ownsProfile } from './policy.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { getProfile as getOwnProfile, updateProfile } from './profile.ts'
import { getUser } from './queries.ts'
import { registerAccount } from './register-account.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './session/routes.ts'

export function accountRoutes(api: Api, deps: Deps): void {
  sessionRoutes(api, deps)
  credentialRoutes(api, deps)
  privacyRoutes(api, deps)
  secondFactorRoutes(api, deps)
  passkeyRoutes(api, deps)
  invitationRoutes(api, deps)

  api.handle(contract.registerAccount, async ({ body, file, ip, request }) => ({
    message: 'Participante registrado com sucesso!',
    data: await registerAccount(deps, { ...body, file }, { ip, userAgent: userAgentOf(request) }),
  }))

  api.handle(contract.getProfile, async ({ caller, params }) => {
    requireOwn(caller, params.id)
    return { data: await getOwnProfile(deps.db, params.id, deps.clock.now()) }
  })

  api.handle(contract.updateProfile, async ({ caller, params, body, ip }) => {
    requireOwn(caller, params.id)
    return {
      message: 'Perfil atualizado com sucesso!',
      data: await updateProfile(deps, caller, body, ip),
    }
  })

  api.handle(contract.getImage, async ({ caller, params }) => {
    requireOwn(caller, params.id)
    const image = { image: (await getUser(deps.db, params.id)).image_path }
    return { data: image, extra: image }
  })

  api.handle(contract.uploadImage, async ({ caller, params, request, ip }) => {
    requireOwn(caller, params.id)
    if (!mayChangePicture(caller)) throw new AppError('forbidden')
    await deps.rateLimiter.consume(LIMITS.imageOfCaller, String(caller.userId))
    const bytes = await readUpload(request, contract.uploadImage)
    return {
      message: 'Foto atualizada com sucesso.',
      data: { image: await changeImage(deps, { userId: caller.userId, bytes, ip }) },
    }
  })
}

function requireOwn(caller: Caller, userId: number): void {
  if (!ownsProfile(caller, userId)) throw new AppError('not_found')
}
