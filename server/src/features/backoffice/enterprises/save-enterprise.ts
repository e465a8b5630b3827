import type { z } from 'zod'
import type { EnterpriseChange } from '#contract/backoffice/enterprises.ts'
import type { Deps } from '#server/deps.ts'
import {
  confirmPassword,
  passwordMissing,
  requireSamePassword,
} from '#server/features/account/credentials/require-password.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { insertEnterprise, lockEnterprise, type Names, updateEnterpriseRow } from './queries.ts'

interface Save {
  caller: Caller
  /** Null creates an enterprise. */
  id: number | null
  input: z.output<typeof EnterpriseChange>
  ip: string
}

/** Unchanged values are not audited. Throws 422 for a changed CNPJ without the caller's password. */
export async function saveEnterprise(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, id, input: { current_password: password, ...input }, ip }: Save,
): Promise<number> {
  const proof = password ? await confirmPassword(deps, caller, password) : null
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    if (proof) await requireSamePassword(tx, caller.userId, proof)
    const { before, entityId } = id === null ? await create(tx, input, at) : await change(tx, id, input)
    if (before?.name === input.name && before.cnpj === input.cnpj) return entityId
    if (before && before.cnpj !== input.cnpj && !proof) throw passwordMissing()
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: id === null ? 'enterprise.created' : 'enterprise.updated',
      entityId,
      before,
      after: { name: input.name, cnpj: input.cnpj },
      ip,
    })
    return entityId
  }).catch((error) => {
    if (isUniqueViolation(error, 'enterprises_cnpj'))
      throw invalidField('cnpj', 'Este CNPJ já está cadastrado.')
    throw error
  })
}

async function create(tx: Tx, input: Names, at: Date) {
  return { before: undefined, entityId: await insertEnterprise(tx, input, at) }
}

async function change(tx: Tx, id: number, input: Names) {
  const before = await lockEnterprise(tx, id)
  await updateEnterpriseRow(tx, id, input)
  return { before, entityId: id }
}
