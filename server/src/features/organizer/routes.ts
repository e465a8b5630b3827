import * as contract from '#contract/organizer/organizer-profile.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { readOrganizerPage } from './page/read-organizer-page.ts'
import { readProfile, saveProfile } from './profile/save-profile.ts'

export function organizerRoutes(api: Api, deps: Deps): void {
  api.handleCached(contract.getOrganizerPage, async ({ params }) => ({
    data: await readOrganizerPage(deps, params.slug),
  }))

  api.handle(contract.getOrganizerProfile, async ({ caller }) => ({ data: await readProfile(deps, caller) }))

  api.handle(contract.saveOrganizerProfile, async ({ caller, body, ip }) => ({
    data: await saveProfile(deps, { caller, input: body, ip }),
    message: 'Organização salva com sucesso!',
  }))
}
