import { disownRegistration as disownRoute } from '#contract/checkout/checkout.ts'
import {
  confirmParticipation as confirmRoute,
  inviteParticipant,
  readConfirmation as readRoute,
  uploadConfirmationFile,
} from '#contract/people/confirmation.ts'
import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { confirmParticipation } from './confirmation/confirm.ts'
import { inviteAsBuyer } from './confirmation/invite.ts'
import { keepConfirmationFile } from './confirmation/keep-file.ts'
import { readConfirmation } from './confirmation/read-confirmation.ts'
import { disownRegistration } from './disown/disown-registration.ts'

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
