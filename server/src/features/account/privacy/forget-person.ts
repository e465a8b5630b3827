import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { openMoneyWords } from './domain/open-money.ts'
import { type Erased, erase } from './erase.ts'
import { noteErasure } from './erasures.ts'
import { listOpenMoney } from './queries.ts'

/**
 * Removes the person from the account and the registrations; orders, payments and stock stay. The caller has
 * locked all of them. Throws 409 while money may go back to the account, because nobody could claim it
 * afterwards.
 */
export async function forgetPerson(tx: Tx, erased: Erased): Promise<void> {
  const { account, registrationIds, at } = erased
  const open = account ? await listOpenMoney(tx, account.id, at) : []
  if (open.length > 0) throw new AppError('open_money', { message: openMoneyWords(open) })
  await erase(tx, erased)
  const registrations = [...registrationIds]
  await noteErasure(tx, { account: account?.id ?? null, registrations, keeps_name: false, at })
}
