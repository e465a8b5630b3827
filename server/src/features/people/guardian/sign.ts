import { dayIn } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { SignInput } from '#contract/people/guardian.ts'
import { guardianRoleWords, isMinor, type Relationship } from '#contract/registration/minors.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { identify } from '../confirmation/identify.ts'
import { acceptTerms, lockRegistration } from '../confirmation/queries.ts'
import { completeIfSigned, endLinks, insertSignature, listConsents } from './queries.ts'
import { guardianReceiptJob } from './receipt.ts'
import { type OpenRequest, openOwn, openSigner, type SigningPerson, textOf } from './signer.ts'

type SignDeps = Pick<Deps, 'db' | 'clock' | 'rateLimiter'>

/** Throws as `identify` and `openSigner`, 409 for another text than the present, and 422 by field. */
export async function signByLink(deps: SignDeps, input: SignInput, ip: string): Promise<void> {
  const at = deps.clock.now()
  const { request } = await identify(deps, input, ip, openSigner)
  await transaction(deps.db, async (tx) => {
    await lockRegistration(tx, request.id)
    // Again under the lock: the link may have been used, or the registration cancelled, meanwhile.
    const open = await openSigner(tx, input, at)
    await sign(tx, open, signerOf(open, input, at), { ...input, actorUserId: null, at, ip })
  })
}

interface OwnInput {
  userId: number
  registrationId: number
  relationship: Relationship | null
  text: string
  consents: SignInput['consents']
  ip: string
}

/** Throws as `openOwn`, 409 for another text than the present, and 422 without a relationship. */
export async function signAsBuyer(deps: SignDeps, input: OwnInput): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await openOwn(tx, input, at)
    await lockRegistration(tx, input.registrationId)
    const open = await openOwn(tx, input, at)
    const { buyer_name: name, buyer_cpf: cpf, buyer_email: email } = open.request
    const relationship = open.role === 'guardian' ? input.relationship : null
    if (open.role === 'guardian' && !relationship)
      throw invalidField('guardian.relationship', 'Escolha o que você é de quem vai correr.')
    await sign(
      tx,
      open,
      { name, cpf: cpf ?? '', email, relationship },
      { ...input, actorUserId: input.userId, at },
    )
  })
}

/** Throws 422: the guardian is an adult, and another person than the minor. */
function signerOf({ request, role }: OpenRequest, { guardian }: SignInput, at: Date): SigningPerson {
  if (role === 'participant')
    return {
      name: request.name,
      cpf: request.cpf,
      relationship: null,
      email: request.email ?? request.buyer_email,
    }
  if (!guardian) throw invalidField('guardian.name', 'Digite o seu nome completo.')
  const errors: FieldErrors = {
    ...(guardian.cpf === request.cpf && {
      'guardian.cpf': ['Este é o CPF de quem vai correr. Digite o CPF do responsável.'],
    }),
    ...(isMinor(guardian.birth_date, dayIn(request.timezone, at)) && {
      'guardian.birth_date': ['Só uma pessoa maior de idade pode autorizar.'],
    }),
  }
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
  return guardian
}

interface Given {
  text: string
  consents: SignInput['consents']
  actorUserId: number | null
  at: Date
  ip: string
}

/** The caller has locked the registration. The last signature sends the receipts. */
async function sign(
  tx: Tx,
  { request, role }: OpenRequest,
  { name, cpf, email, relationship }: SigningPerson,
  { text, consents, actorUserId, at, ip }: Given,
): Promise<void> {
  const { id: registrationId } = request
  if (text !== textOf(request, { name, cpf, email, relationship }))
    throw new AppError('state_changed', { message: 'O texto mudou. Leia-o de novo e assine.' })
  if (role === 'guardian') {
    const offered = await listConsents(tx, request)
    const given = offered.filter((term) => consents.some(({ id }) => id === term.id))
    if (given.some((term) => consents.some(({ id, version }) => id === term.id && version !== term.version)))
      throw new AppError('state_changed', { message: 'Uma autorização mudou. Leia-a de novo e assine.' })
    await acceptTerms(tx, registrationId, given, at)
  }
  await insertSignature(tx, { registrationId, role, name, cpf, email, relationship, at, ip, text })
  await endLinks(tx, registrationId, role, at)
  await audit(tx, {
    at,
    actorUserId,
    action: 'registration.minor_signed',
    entity: 'registration',
    entityId: registrationId,
    eventId: request.event_id,
    after: { 'Quem assinou': guardianRoleWords(relationship) },
    ip,
  })
  if (!(await completeIfSigned(tx, registrationId, at))) return
  for (const to of ['guardian', 'participant'] as const)
    await addJob(tx, guardianReceiptJob, { registrationId, to })
}
