import type { OrganizerAccount } from '#contract/backoffice/organizers.ts'
import * as contract from '#contract/backoffice/organizers.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { sendPasswordResetMail } from '#server/features/account/jobs.ts'
import { presentCompany } from '#server/features/organizer/company.ts'
import { sendOrganizerInvitation } from '#server/features/organizer/jobs.ts'
import { sendAccess } from '#server/features/producer/send-access.ts'
import type { Api } from '#server/lib/http.ts'
import { deleteOrganizer } from '../delete-record.ts'
import { countOrganizers, getOrganizer, listOrganizers, type OrganizerRow } from './queries.ts'
import { createOrganizer, updateOrganizer } from './save-organizer.ts'
import { suspendOrganizer } from './suspend-organizer.ts'

const presentOrganizer = (row: OrganizerRow): OrganizerAccount => ({
  ...presentCompany(row),
  user_id: row.user_id,
  enterprise: { id: row.enterprise_id, name: row.enterprise },
  suspended_at: row.blocked_at?.toISOString() ?? null,
  suspended_reason: row.blocked_reason,
  events: row.events,
  open_events: row.open_events,
  producers: row.producers,
  created_at: row.created_at.toISOString(),
})

export function organizerAdminRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  api.handle(contract.listOrganizers, async ({ body }) => ({
    data: (await listOrganizers(db, body)).map(presentOrganizer),
    meta: pageMeta(body.page, body.per_page, await countOrganizers(db, body)),
  }))

  api.handle(contract.getOrganizer, async ({ params }) => ({
    data: presentOrganizer(await getOrganizer(db, params.id)),
  }))

  api.handle(contract.createOrganizer, async ({ caller, body, ip }) => ({
    data: { id: await createOrganizer(deps, { caller, input: body, ip }) },
    message: 'Organizador registrado com sucesso!',
  }))

  api.handle(contract.updateOrganizer, async ({ caller, params, body, ip }) => {
    await updateOrganizer(deps, { caller, organizerId: params.id, input: body, ip })
    return { data: { id: params.id }, message: 'Organizador atualizado com sucesso!' }
  })

  api.handle(contract.suspendOrganizer, async ({ caller, params, body, ip }) => {
    const { suspendedAt, closedEvents } = await suspendOrganizer(deps, {
      caller,
      organizerId: params.id,
      suspended: body.suspended,
      reason: body.reason,
      ip,
    })
    return {
      data: { suspended_at: suspendedAt?.toISOString() ?? null, closed_events: closedEvents },
      message: body.suspended ? 'Organizador suspenso.' : 'Organizador reativado.',
    }
  })

  api.handle(contract.deleteOrganizer, async ({ caller, params, ip }) => {
    await deleteOrganizer(deps, { caller, id: params.id, ip })
    return { message: 'Organizador apagado.' }
  })

  api.handle(contract.resetOrganizerAccess, async ({ caller, params, ip }) => {
    const organizer = await getOrganizer(db, params.id)
    const invited = organizer.email_verified_at === null
    await sendAccess(deps, {
      caller,
      account: { userId: organizer.user_id, blocked: organizer.blocked_at !== null },
      job: invited ? sendOrganizerInvitation : sendPasswordResetMail,
      entity: 'organizer',
      entityId: params.id,
      ip,
    })
    return { message: invited ? 'Convite enviado de novo.' : 'E-mail de recuperação enviado.' }
  })
}
