import type { StaffUser } from '#contract/backoffice/staff.ts'
import * as contract from '#contract/backoffice/staff.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { sendPasswordResetMail } from '#server/features/account/jobs.ts'
import { sendAccess } from '#server/features/producer/send-access.ts'
import type { Api } from '#server/lib/http.ts'
import { blockStaff, createStaff, removeStaff } from './change-staff.ts'
import { sendStaffInvitation } from './jobs.ts'
import { countStaff, getStaff, listStaff, type StaffRow } from './queries.ts'

const present = (row: StaffRow): StaffUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  enterprise:
    row.enterpriseId === null || row.enterprise === null
      ? null
      : { id: row.enterpriseId, name: row.enterprise },
  email_verified: row.email_verified_at !== null,
  has_second_factor: row.second_factor_at !== null,
  blocked_at: row.blocked_at?.toISOString() ?? null,
  blocked_reason: row.blocked_reason,
  last_seen_at: row.last_used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

export function staffRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  api.handle(contract.listStaff, async ({ body }) => ({
    data: (await listStaff(db, body)).map(present),
    meta: pageMeta(body.page, body.per_page, await countStaff(db, body)),
  }))

  api.handle(contract.getStaffUser, async ({ params }) => ({ data: present(await getStaff(db, params.id)) }))

  api.handle(contract.createStaffUser, async ({ caller, body, ip }) => ({
    data: { id: await createStaff(deps, { caller, input: body, ip }) },
    message: 'Usuário criado. O convite segue por e-mail.',
  }))

  api.handle(contract.blockStaffUser, async ({ caller, params, body, ip }) => {
    const { blocked, reason } = body
    const blockedAt = await blockStaff(deps, { caller, userId: params.id, blocked, reason, ip })
    return {
      data: { blocked_at: blockedAt?.toISOString() ?? null },
      message: blocked ? 'Usuário bloqueado.' : 'Usuário desbloqueado.',
    }
  })

  api.handle(contract.resetStaffAccess, async ({ caller, params, ip }) => {
    const user = await getStaff(db, params.id)
    const invited = user.email_verified_at === null
    await sendAccess(deps, {
      caller,
      account: { userId: params.id, blocked: user.blocked_at !== null },
      job: invited ? sendStaffInvitation : sendPasswordResetMail,
      entity: 'user',
      entityId: params.id,
      ip,
    })
    return { message: invited ? 'Convite enviado de novo.' : 'E-mail de recuperação enviado.' }
  })

  api.handle(contract.removeStaffUser, async ({ caller, params, body, ip }) => {
    await removeStaff(deps, { caller, userId: params.id, reason: body.reason, ip })
    return { message: 'Usuário removido.' }
  })
}
