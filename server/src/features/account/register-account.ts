import type { z } from 'zod'
import type { RegisterAccountInput } from '#contract/account/account.ts'
import { EMAIL_TAKEN } from '#contract/account/email-verification.ts'
import { dayIn } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { CPF_TAKEN, createUserWithRole } from './create-user.ts'
import { hashNewPassword, passwordProblem } from './credentials/password.ts'
import { insertLink } from './credentials/queries.ts'
import { sendVerificationMail, verificationEnd } from './jobs.ts'
import { LIMITS } from './limits.ts'
import { birthDateProblem, personColumns } from './person.ts'
import { marketingProblem, type Origin, recordConsents } from './privacy/consents.ts'
import { findTaken } from './queries.ts'
import { readSentFile, type SentFile } from './sent-file.ts'

/** The file is part of a form, or the data URL `image`. */
type Registration = z.output<typeof RegisterAccountInput> & { file: Buffer | null }
type RegisterDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'rateLimiter'>

/** Throws 422 with all errors at once. */
export async function registerAccount(
  deps: RegisterDeps,
  input: Registration,
  origin: Origin,
): Promise<{ id: number; name: string; email: string }> {
  await deps.rateLimiter.consume(LIMITS.registerByIp, origin.ip)
  const file = await check(deps, input)
  const passwordHash = await hashNewPassword(input.password, input)
  if (file) await deps.files.write(file.path, file.bytes)
  try {
    const id = await store(deps, input, { passwordHash, file, origin })
    return { id, name: input.name, email: input.email }
  } catch (error) {
    if (file) await deps.files.remove(file.path)
    throw error
  }
}

/** Returns the decoded file, or null if none was sent. */
async function check(deps: RegisterDeps, input: Registration): Promise<SentFile | null> {
  const today = dayIn('America/Sao_Paulo', deps.clock.now())
  const birthProblem = birthDateProblem(input.birth_date, today)
  const marketing = marketingProblem(
    {
      birthOn: birthProblem ? null : input.birth_date,
      wanted: input.receive_promotions || input.receive_event_updates,
    },
    deps.clock.now(),
  )
  const weak = passwordProblem(input.password, input)
  const taken = await findTaken(deps.db, { email: input.email, cpf: input.cpf, exceptUserId: null })
  const sent = input.file ?? input.image
  const file = sent === null ? null : await readSentFile(sent)
  const errors: FieldErrors = {
    ...(taken.email && { email: [EMAIL_TAKEN] }),
    ...(birthProblem && { birth_date: [birthProblem] }),
    ...(marketing && { receive_promotions: [marketing] }),
    ...(weak && { password: [weak] }),
    ...(taken.cpf && { cpf: [CPF_TAKEN] }),
    ...(file && 'problem' in file && { image: [file.problem] }),
  }
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
  return file && 'path' in file ? file : null
}

interface Prepared {
  passwordHash: string
  file: SentFile | null
  origin: Origin
}

async function store(
  deps: RegisterDeps,
  input: Registration,
  { passwordHash, file, origin }: Prepared,
): Promise<number> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const id = await createUserWithRole(tx, {
      name: input.name,
      email: input.email,
      passwordHash,
      emailVerifiedAt: null,
      role: 'Participante',
      at,
      details: { cpf: input.cpf, ...personColumns(input), ...(file && { [file.column]: file.path }) },
    })
    const choices = {
      terms: true,
      promotions: input.receive_promotions,
      event_updates: input.receive_event_updates,
    }
    await recordConsents(tx, id, choices, origin, at)
    await addJob(tx, sendVerificationMail, {
      userId: id,
      waitingEvent: input.waiting_event,
      waitingAlert: input.waiting_alert,
    })
    if (input.sign_up_secret)
      await insertLink(tx, {
        user_id: id,
        kind: 'sign_up',
        token_hash: hashToken(input.sign_up_secret),
        email: input.email,
        created_at: at,
        expires_at: verificationEnd(at),
      })
    await auditUser(tx, 'user.registered', { at, userId: id, ip: origin.ip })
    return id
  })
}
