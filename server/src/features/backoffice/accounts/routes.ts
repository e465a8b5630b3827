import * as contract from '#contract/backoffice/accounts.ts'
import { limitedMeta } from '#contract/backoffice/lists.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { sendPasswordResetMail } from '../../account/jobs.ts'
import { resetSecondFactor } from '../../account/second-factor/change.ts'
import { sendAccess } from '../../producer/send-access.ts'
import { deleteParticipant } from '../delete-record.ts'
import { blockAccount, verifyAccountEmail } from './change-account.ts'
import { mergeAccounts, previewMerge } from './merge/merge-accounts.ts'
import { countAccounts, getAccount, listAccounts } from './queries.ts'
import { presentAccount, readAccount } from './read-account.ts'

export function accountAdminRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  api.handle(contract.searchAccounts, async ({ body }) => {
    const [rows, count] = await Promise.all([listAccounts(db, body), countAccounts(db, body)])
    return { data: rows.map(presentAccount), meta: limitedMeta(body.page, body.per_page, count) }
  })

  api.handle(contract.getAccount, async ({ params }) => ({ data: await readAccount(deps, params.id) }))

  api.handle(contract.verifyAccountEmail, async ({ caller, params, ip }) => {
    await verifyAccountEmail(deps, { caller, userId: params.id, ip })
    return { message: 'E-mail dado por verificado.' }
  })

  api.handle(contract.blockAccount, async ({ caller, params, body, ip }) => {
    const { blocked, reason } = body
    const blockedAt = await blockAccount(deps, { caller, userId: params.id, blocked, reason, ip })
    return {
      data: { blocked_at: blockedAt?.toISOString() ?? null },
      message: blocked ? 'Participante bloqueado.' : 'Participante desbloqueado.',
    }
  })

  api.handle(contract.resetAccountAccess, async ({ caller, params, ip }) => {
    const account = await getAccount(db, params.id)
    await sendAccess(deps, {
      caller,
      account: { userId: params.id, blocked: account.blocked_at !== null },
      job: sendPasswordResetMail,
      entity: 'user',
      entityId: params.id,
      ip,
    })
    return { message: 'E-mail de recuperação enviado.' }
  })

  api.handle(contract.removeAccount, async ({ caller, params, ip }) => {
    await deleteParticipant(deps, { caller, id: params.id, ip })
    return { message: 'Participante apagado.' }
  })

  api.handle(contract.resetSecondFactor, async ({ caller, params, ip }) => {
    // Administrators turn off their own with password and code.
    if (params.id === caller.userId) throw new AppError('forbidden')
    await resetSecondFactor(deps, { userId: params.id, actorUserId: caller.userId, ip })
    return { message: 'Verificação em duas etapas removida.' }
  })

  api.handle(contract.previewMerge, async ({ params, body }) => ({
    data: await previewMerge(db, { keptId: params.id, duplicateId: body.duplicate_id }),
  }))

  api.handle(contract.mergeAccounts, async ({ caller, params, body, ip }) => {
    await mergeAccounts(deps, { keptId: params.id, duplicateId: body.duplicate_id, caller, ip })
    return { data: { id: params.id }, message: 'Contas unificadas com sucesso!' }
  })
}
