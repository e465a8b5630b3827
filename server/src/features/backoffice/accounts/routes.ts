import * as contract from '#contract/backoffice/accounts.ts'
import { limitedMeta } from '#contract/backoffice/lists.ts'
import type { Deps } from '#server/deps.ts'
import { sendPasswordResetMail } from '#server/features/account/jobs.ts'
import { resetOther } from '#server/features/account/second-factor/change.ts'
import { sendAccess } from '#server/features/producer/send-access.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { blockAccount, verifyAccountEmail } from './change-account.ts'
import { changeCpf } from './change-cpf.ts'
import { mergeAccounts, previewMerge } from './merge/merge-accounts.ts'
import { countAccounts, getAccount, listAccounts } from './queries.ts'
import { presentAccount, readAccount } from './read-account.ts'
import { previewRemoval, removePerson } from './remove-person.ts'

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

  api.handle(contract.removeAccount, async ({ caller, params, body, ip }) => {
    const wanted = { userId: params.id }
    await removePerson(deps, { caller, wanted, reason: body.reason, ip })
    return { message: 'Dados da pessoa removidos.' }
  })

  api.handle(contract.changeCpf, async ({ caller, params, body, ip }) => {
    const { cpf, reason } = body
    await changeCpf(deps, { caller, userId: params.id, cpf, reason, ip })
    return { message: cpf ? 'CPF corrigido.' : 'CPF retirado da conta.' }
  })

  api.handle(contract.previewRemoval, async ({ body }) => ({ data: await previewRemoval(db, body.cpf) }))

  api.handle(contract.removePerson, async ({ caller, body, ip }) => {
    const { cpf, reason } = body
    const removed = await removePerson(deps, { caller, wanted: { cpf }, reason, ip })
    const isNobody = !removed.account && removed.registrations === 0
    return {
      data: removed,
      message: isNobody ? 'Não há mais dados com este CPF.' : 'Dados da pessoa removidos.',
    }
  })

  api.handle(contract.resetSecondFactor, async ({ caller, params, body, ip }) => {
    // Administrators disable their own second factor with password and code.
    if (params.id === caller.userId) throw new AppError('forbidden')
    const { current_password: password, code, reason } = body
    await resetOther(deps, { userId: params.id, reason, caller, password, code, ip })
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
