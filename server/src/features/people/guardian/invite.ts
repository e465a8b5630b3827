import { z } from 'zod'
import { momentIn, toBrazilianDate } from '#contract/dates.ts'
import type { Signer } from '#contract/registration/minors.ts'
import type { Deps } from '#server/deps.ts'
import { mayNotify } from '#server/features/payment/emails/participant-news.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { findRequest, insertLink, type Request, updateRequest } from './queries.ts'
import { requireOpen } from './signer.ts'

const LINKS_BY_REGISTRATION: Limit = { name: 'guardian-invite', points: 10, perSeconds: 86_400 }

const signingUrl = (publicUrl: string, token: string): string => `${publicUrl}/autorizar-menor?token=${token}`

/**
 * For this number of days after the deadline, the link still says that the time is over or the registration
 * was cancelled.
 */
const SAYS_WHY_DAYS = 30

/** Creates a link. Only the hash of its token is stored. */
async function createLink(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { id, due_at: dueAt }: Request,
  role: Signer,
): Promise<string> {
  const token = newToken()
  await insertLink(db, {
    registrationId: id,
    role,
    tokenHash: hashToken(token),
    at: clock.now(),
    expiresAt: new Date(dueAt.getTime() + SAYS_WHY_DAYS * 86_400_000),
  })
  return signingUrl(config.publicUrl, token)
}

interface Invited {
  registrationId: number
  role: Signer
}

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>

/** Throws 404 for another account's registration, and as `inviteSigner`. With an e-mail the link is also sent. */
export async function inviteSignerAsBuyer(
  deps: LinkDeps,
  { userId, email, ...invited }: Invited & { userId: number; email: string | null },
) {
  const { registrationId, role } = invited
  const request = await findRequest(deps.db, registrationId)
  if (request?.responsible_user_id !== userId) throw new AppError('not_found')
  const invitation = await inviteSigner(deps, invited)
  if (email && role === 'guardian')
    await transaction(deps.db, async (tx) => {
      await updateRequest(tx, registrationId, { email })
      await addJob(tx, guardianInvitationJob, { registrationId })
    })
  return invitation
}

/** The caller has checked the access. Throws 404 unless it is of a minor, 409 as `requireOpen`, and 429. */
export async function inviteSigner(deps: LinkDeps, { registrationId, role }: Invited) {
  const request = await findRequest(deps.db, registrationId)
  if (!request) throw new AppError('not_found')
  requireOpen(request, role, deps.clock.now())
  await deps.rateLimiter.consume(LINKS_BY_REGISTRATION, String(registrationId))
  const link = await createLink(deps, request, role)
  return { link, text: invitationText(request, role, link), expires_at: request.due_at.toISOString() }
}

function invitationText(request: Request, role: Signer, link: string): string {
  const [firstName] = request.name.split(' ')
  const race = `${request.title}, dia ${toBrazilianDate(request.event_on)}`
  const due = momentIn(request.timezone, request.due_at)
  return role === 'guardian'
    ? `Oi! ${firstName} está na ${race}, e falta a sua autorização como responsável. Leia e assine até ${due}: ${link}`
    : `Oi, ${firstName}! Você está na ${race}, e falta a sua assinatura. Leia e assine até ${due}: ${link}`
}

/** To the guardian, at the address that the buyer gave; also as a reminder. */
export const guardianInvitationJob = defineMailJob(
  'guardian-invitation',
  z.object({ registrationId: z.int() }),
  async (deps, { registrationId }) => {
    const request = await findRequest(deps.db, registrationId)
    if (!request?.guardian_email || request.anonymized_at) return
    try {
      requireOpen(request, 'guardian', deps.clock.now())
    } catch {
      return
    }
    if (!(await mayNotify(deps.rateLimiter, request.guardian_email))) return
    const [buyer] = request.buyer_name.split(' ')
    await deps.mailer.send({
      to: request.guardian_email,
      subject: `Falta a sua autorização: ${request.title}`,
      ...emailLayout({
        title: 'Falta a sua autorização',
        body: html`<p>Olá!</p>
<p>${buyer} informou este e-mail como o do responsável por <strong>${request.name}</strong>, que está na corrida <strong>${request.title}</strong>, no dia ${toBrazilianDate(request.event_on)}.</p>
<p>Quem tem menos de 18 anos no dia da corrida precisa da autorização do responsável. Leia o texto e assine, ou recuse, até <strong>${momentIn(request.timezone, request.due_at)}</strong>. Sem a assinatura, a inscrição é cancelada e tudo o que foi pago é devolvido.</p>`,
        action: { label: 'Ler e decidir', url: await createLink(deps, request, 'guardian') },
        note: html`Não é preciso ter conta: tenha em mãos o seu CPF e o CPF de quem vai correr. Se você não conhece esta pessoa, ignore este e-mail.`,
      }),
    })
  },
)
