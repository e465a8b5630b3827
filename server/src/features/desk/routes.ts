import * as contract from '#contract/desk.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { editRegistration } from './edit/edit-registration.ts'
import { readRegistration } from './edit/read-registration.ts'
import { listParticipants } from './list/list-participants.ts'

export function deskRoutes(api: Api, deps: Deps): void {
  api.handle(contract.listParticipants, async ({ caller, params, query }) =>
    listParticipants(deps, { caller, eventId: params.id, query }),
  )

  api.handle(contract.cancelRegistration, async ({ caller, params, body, ip }) => {
    await cancelRegistration(deps, { caller, registrationId: params.id, ip })
    return { data: { id: params.id, status: body.status }, message: 'Inscrição cancelada com sucesso.' }
  })

  api.handle(contract.getEditableRegistration, async ({ caller, params }) => ({
    data: await readRegistration(deps, caller, params.registrationId),
  }))

  api.handle(contract.editRegistration, async ({ caller, params, body, ip }) => ({
    data: await editRegistration(deps, { caller, registrationId: params.registrationId, input: body, ip }),
    message: 'Registro atualizado com sucesso!',
  }))
}
