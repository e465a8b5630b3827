import type { z } from 'zod'
import { EMAIL_TAKEN } from '#contract/account/email-verification.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Producer, ProducerInput as ProducerSchema } from '#contract/producer/producer.ts'
import { asDuplicate as asDuplicateUser, createInvited } from '#server/features/account/create-user.ts'
import { refuseOwnEmail } from '#server/features/account/email-change/change-email.ts'
import { handOverAccount } from '#server/features/account/hand-over-account.ts'
import { addressColumns, presentAddress } from '#server/features/account/person.ts'
import { lockAccounts, updateUser } from '#server/features/account/queries.ts'
import { deleteRole } from '#server/features/account/roles/queries.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { sendOrganizerInvitation, sendProducerInvitation } from './jobs.ts'
import { type CompanyRow, insertCompany, isCnpjTaken, isEmailUsed, updateCompanyRow } from './queries.ts'

// Code shared by organizers and realizadores: a company and the account of its owner.

export type ProducerInput = z.output<typeof ProducerSchema>
type CompanyInput = Omit<ProducerInput, 'type'>

const companyColumns = (input: CompanyInput) => ({
  nickname: input.nickname,
  fantasy_name: input.fantasy_name,
  corporate_reason: input.corporate_reason,
  cnpj: input.cnpj,
  responsible: input.responsible,
  phone: input.phone,
  ...addressColumns(input.address),
})

export const presentCompany = (row: CompanyRow) => ({
  id: row.id,
  nickname: row.nickname,
  email: row.email,
  cnpj: row.cnpj,
  fantasy_name: row.fantasy_name,
  corporate_reason: row.corporate_reason,
  responsible: row.responsible,
  phone: row.phone,
  address: presentAddress(row),
  email_verified: row.email_verified_at !== null,
})

export const presentProducer = (
  { events, ...row }: CompanyRow & Pick<Producer, 'events'>,
  caller: Caller,
): Producer => ({
  ...presentCompany(row),
  user_id: hasRole(caller, 'Admin') ? row.user_id : null,
  type: row.type,
  enterprise_id: row.enterprise_id,
  blocked_at: row.blocked_at?.toISOString() ?? null,
  blocked_reason: row.blocked_reason,
  events,
})

const CNPJ_TAKEN = 'Este CNPJ já está cadastrado.'

interface Unused {
  email: string
  cnpj: string
  /** The organizer among whose realizadores e-mail and CNPJ must be unique; null: among all organizers. */
  parentId: number | null
  /** The company being changed, which may keep its own values. */
  except: { id: number } | null
}

/**
 * An e-mail of any account outside these companies is not an error: that account is invited, and the response
 * does not reveal that it exists.
 */
export async function takenErrors(db: Db, { email, cnpj, parentId, except }: Unused): Promise<FieldErrors> {
  const among = { parentId, exceptId: except?.id ?? null }
  const emailUsed = await isEmailUsed(db, email, among)
  const cnpjTaken = await isCnpjTaken(db, cnpj, among)
  return { ...(emailUsed && { email: [EMAIL_TAKEN] }), ...(cnpjTaken && { cnpj: [CNPJ_TAKEN] }) }
}

export function refuseErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
}

/** Of two concurrent requests, answers the later one as if the earlier one had already been saved. */
export function rethrowDuplicate(error: unknown): never {
  const cnpj = isUniqueViolation(error, 'organizers_cnpj') || isUniqueViolation(error, 'organizers_own_cnpj')
  throw cnpj ? invalidField('cnpj', CNPJ_TAKEN) : (asDuplicateUser(error) ?? error)
}

interface NewCompany {
  caller: Caller
  input: CompanyInput
  enterpriseId: number
  /** The organizer for whom a realizador works; null for an organizer. */
  parentId: number | null
  at: Date
}

/** The account gets a password by the invitation, or is a placeholder until an existing one accepts. */
export async function createCompany(
  tx: Tx,
  { caller, input, enterpriseId, parentId, at }: NewCompany,
): Promise<number> {
  const userId = await createHolder(tx, input, at)
  const id = await insertCompany(tx, {
    ...companyColumns(input),
    user_id: userId,
    enterprise_id: enterpriseId,
    parent_id: parentId,
    registered_by: caller.userId,
    type: parentId === null ? 0 : 1,
    // Runners contact the organizer by this number; the organizer can change it in the profile.
    public_phone: parentId === null ? input.phone : null,
    created_at: at,
    updated_at: at,
  })
  await addJob(tx, parentId === null ? sendOrganizerInvitation : sendProducerInvitation, { userId })
  return id
}

const createHolder = (tx: Tx, input: CompanyInput, at: Date): Promise<number> =>
  createInvited(tx, {
    name: input.responsible,
    email: input.email,
    role: 'Organizador',
    at,
    details: { phone: input.phone },
  })

interface CompanyChange {
  caller: Caller
  before: CompanyRow
  input: CompanyInput
  enterpriseId?: number
  at: Date
  ip: string
}

/** The names of changed fields for the audit log; their values are personal data. */
export function changedFields(before: CompanyRow, input: CompanyInput, enterpriseId?: number): string[] {
  const after = { ...columnsOf(input, enterpriseId), email: input.email }
  return (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field])
}

const columnsOf = (input: CompanyInput, enterpriseId?: number) => ({
  ...companyColumns(input),
  ...(enterpriseId !== undefined && { enterprise_id: enterpriseId }),
})

/**
 * A new e-mail hands the account over: the new owner is invited. An account with other roles is not changed;
 * with a new e-mail it loses the company.
 */
export async function updateCompany(
  tx: Tx,
  { caller, before, input, enterpriseId, at, ip }: CompanyChange,
): Promise<void> {
  const { id, user_id: userId, email: oldEmail, parent_id: parentId } = before
  await updateCompanyRow(tx, id, { ...columnsOf(input, enterpriseId), updated_at: at })
  const [account] = await lockAccounts(tx, [userId])
  const isShared = account?.roles.some((role) => role !== 'Organizador') ?? false
  if (!isShared) await updateUser(tx, userId, { name: input.responsible, phone: input.phone }, at)
  if (oldEmail === input.email) return
  refuseOwnEmail(caller, userId)
  let holderId = userId
  if (isShared) {
    holderId = await createHolder(tx, input, at)
    await updateCompanyRow(tx, id, { user_id: holderId })
    await deleteRole(tx, userId, 'Organizador')
  } else {
    const hadNobody = account?.invited_email !== null
    await handOverAccount(tx, {
      caller,
      userId,
      oldEmail: hadNobody ? null : oldEmail,
      email: input.email,
      at,
      ip,
    })
  }
  const invitation = parentId === null ? sendOrganizerInvitation : sendProducerInvitation
  await addJob(tx, invitation, { userId: holderId })
}
