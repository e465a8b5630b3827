import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { removeFiles } from '../jobs.ts'
import type { WholeAccount } from '../queries.ts'
import {
  anonymizeRegistrations,
  anonymizeUser,
  deleteInvitations,
  removeFromLists,
  takeAnswerFiles,
} from './queries.ts'

export interface Erased {
  account: WholeAccount | null
  /** The CPF of a person without an account. */
  cpf?: string | undefined
  registrationIds: readonly number[]
  at: Date
}

/** Removes the person from the account and the registrations, which the caller has locked. */
export async function erase(tx: Tx, { account, cpf, registrationIds, at }: Erased): Promise<void> {
  await removeFromLists(tx, [account?.cpf, account?.email, cpf])
  await deleteInvitations(tx, { account, registrationIds })
  const files = await takeAnswerFiles(tx, account?.id ?? null, registrationIds)
  await anonymizeRegistrations(tx, registrationIds, at)
  if (account) await anonymizeUser(tx, account.id, at)
  const paths = [account?.image_path, account?.document_path, ...files].filter((path) => path != null)
  if (paths.length > 0) await addJob(tx, removeFiles, { paths })
}
