import { disownRegistration as disownRoute } from '#contract/checkout/checkout.ts'
import {
  confirmParticipation as confirmRoute,
  inviteParticipant,
  readConfirmation as readRoute,
  uploadConfirmationFile,
} from '#contract/people/confirmation.ts'
import {
  inviteSigner,
  readAuthorization as readAuthorizationRoute,
  readMyAuthorization as readMyAuthorizationRoute,
  refuseAuthorization as refuseRoute,
  signAuthorization,
  signMyAuthorization,
} from '#contract/people/guardian.ts'
import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { confirmParticipation } from './confirmation/confirm.ts'
import { inviteAsBuyer } from './confirmation/invite.ts'
import { keepConfirmationFile } from './confirmation/keep-file.ts'
import { readConfirmation } from './confirmation/read-confirmation.ts'
import { disownRegistration } from './disown/disown-registration.ts'
import { refuseAuthorization } from './guardian/cancel-unauthorized.ts'
import { inviteSignerAsBuyer } from './guardian/invite.ts'
import { readAuthorization, readMyAuthorization } from './guardian/read-authorization.ts'
import { signAsBuyer, signByLink } from './guardian/sign.ts'

const SIGNED = 'Assinado. Quando todas as assinaturas estiverem aí, enviamos o comprovante por e-mail.'

const DISOWNMENTS_BY_ADDRESS: Limit = { name: 'disown-address', points: 30, perSeconds: 3_600 }

export function peopleRoutes(api: Api, deps: Deps): void {
  api.handle(readRoute, async ({ body, ip }) => ({ data: await readConfirmation(deps, body, ip) }))

  api.handle(confirmRoute, async ({ body, ip }) => {
    await confirmParticipation(deps, body, ip)
    return { message: 'Inscrição confirmada. Nos vemos na largada!' }
  })

  api.handle(uploadConfirmationFile, async ({ body, file, ip }) => {
    if (!file) throw invalidField('file', 'O campo é obrigatório')
    return { data: { path: await keepConfirmationFile(deps, body, { bytes: file, ip }) } }
  })

  api.handle(inviteParticipant, async ({ params, caller }) => ({
    data: await inviteAsBuyer(deps, { userId: caller.userId, registrationId: params.id }),
  }))

  api.handle(readAuthorizationRoute, async ({ body, ip }) => ({
    data: await readAuthorization(deps, body, ip),
  }))

  api.handle(signAuthorization, async ({ body, ip }) => {
    await signByLink(deps, body, ip)
    return { message: SIGNED }
  })

  api.handle(refuseRoute, async ({ body, ip }) => {
    await refuseAuthorization(deps, body, ip)
    return { message: 'A inscrição foi cancelada. O que foi pago por ela é devolvido.' }
  })

  api.handle(readMyAuthorizationRoute, async ({ params, caller }) => ({
    data: await readMyAuthorization(deps, { userId: caller.userId, registrationId: params.id }),
  }))

  api.handle(signMyAuthorization, async ({ params, body, caller, ip }) => {
    await signAsBuyer(deps, {
      ...body,
      relationship: body.guardian?.relationship ?? null,
      userId: caller.userId,
      registrationId: params.id,
      ip,
    })
    return { message: SIGNED }
  })

  api.handle(inviteSigner, async ({ params, body, caller }) => ({
    data: await inviteSignerAsBuyer(deps, { ...body, userId: caller.userId, registrationId: params.id }),
  }))

  api.handle(disownRoute, async ({ body, ip }) => {
    await deps.rateLimiter.consume(DISOWNMENTS_BY_ADDRESS, ip)
    const outcome = await disownRegistration(deps, { token: body.token, ip })
    const message =
      outcome === 'released'
        ? 'A inscrição foi cancelada. Nada será cobrado de você.'
        : 'Avisamos a organização do evento, que vai verificar a inscrição.'
    return { data: { outcome }, message }
  })
}
