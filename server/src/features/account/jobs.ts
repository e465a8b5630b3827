import { z } from 'zod'
import { WaitingAlert, WaitingEvent } from '#contract/fields.ts'
import type { Deps } from '#server/deps.ts'
import { type Cron, defineJob, defineMailJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { daysBefore } from '#server/retention-config.ts'
import { getPasswordHash, insertLink, type LinkKind } from './credentials/queries.ts'
import { EMAIL_CHANGE_JOBS } from './email-change/jobs.ts'
import { deleteOldChanges } from './email-change/queries.ts'
import {
  emailChangedMail,
  loginLinkMail,
  passwordChangedMail,
  resetPasswordMail,
  SECOND_FACTOR_CHANGES,
  secondFactorMail,
  verifyEmailMail,
} from './emails.ts'
import { claimAddress } from './invitation/queries.ts'
import { type Addressee, findAddressee, findWaitingRace } from './queries.ts'
import { deleteEnded, deleteOldAccess, deleteOldDevices } from './retention/queries.ts'
import { findResetReason } from './second-factor/queries.ts'

const HOUR_MS = 3_600_000
const VERIFICATION_HOURS = 24
const RESET_HOURS = 1
const LOGIN_LINK_MINUTES = 15
export const verificationEnd = (at: Date) => new Date(at.getTime() + VERIFICATION_HOURS * HOUR_MS)
/** Longer than the longest-lasting counter (`BACKOFFS`). */
const FAILURES_KEPT_DAYS = 7

const ToUser = z.object({ userId: z.int() })

const ToWaiting = ToUser.extend({ waitingEvent: WaitingEvent, waitingAlert: WaitingAlert })

/** The parameters of a link that leads on to what waits. */
const waitingParams = ({ waitingEvent, waitingAlert }: z.infer<typeof ToWaiting>): string =>
  waitingEvent ? `evento=${waitingEvent}${waitingAlert ? '&avisar=1' : ''}` : ''

/** Inside the job that sends it, so that the queue contains no secret. */
export async function newLink(deps: Deps, to: Addressee, kind: LinkKind, hours: number): Promise<string> {
  const token = newToken()
  const at = deps.clock.now()
  await insertLink(deps.db, {
    user_id: to.id,
    kind,
    token_hash: hashToken(token),
    email: to.email,
    created_at: at,
    expires_at: new Date(at.getTime() + hours * HOUR_MS),
  })
  return token
}

const INVITATION_DAYS = 3

export interface InvitationLink {
  name: string
  url: string
  /** The link asks an existing account to accept; otherwise it sets the password of a new account. */
  accepts: boolean
  days: number
}

/** Null when the account was removed or blocked. Setting a password by the link verifies the address. */
export async function invite(deps: Deps, userId: number): Promise<(InvitationLink & { to: string }) | null> {
  await claimAddress(deps.db, userId)
  const place = await findAddressee(deps.db, userId)
  if (!place) return null
  const accepts = place.invitedEmail !== null
  const token = await newLink(deps, place, accepts ? 'accept_role' : 'reset_password', INVITATION_DAYS * 24)
  const path = accepts ? 'convite' : 'redefinir-senha'
  return {
    to: place.invitedEmail ?? place.email,
    name: place.name,
    url: `${deps.config.publicUrl}/${path}?token=${token}`,
    accepts,
    days: INVITATION_DAYS,
  }
}

export const sendVerificationMail = defineMailJob(
  'send-verification-mail',
  ToWaiting,
  async (deps, waiting) => {
    const { userId, waitingEvent, waitingAlert = false } = waiting
    const to = await findAddressee(deps.db, userId)
    if (!to || to.verified) return
    const token = await newLink(deps, to, 'verify_email', VERIFICATION_HOURS)
    const params = waitingParams(waiting)
    const url = `${deps.config.publicUrl}/api/v1/email/verify?token=${token}${params && `&${params}`}`
    await deps.mailer.send({
      to: to.email,
      ...verifyEmailMail({
        name: to.name,
        url,
        hours: VERIFICATION_HOURS,
        race: waitingEvent ? await findWaitingRace(deps.db, waitingEvent) : null,
        wantsAlert: waitingAlert,
        publicUrl: deps.config.publicUrl,
      }),
    })
  },
)

export const sendLoginLink = defineMailJob('send-login-link', ToWaiting, async (deps, waiting) => {
  const { userId } = waiting
  const to = await findAddressee(deps.db, userId)
  // An invited account sets its password first.
  if (!to || (await getPasswordHash(deps.db, userId)) === null) return
  // Somebody else may have registered the address, with a password that a log-in link would leave valid.
  if (!to.verified) return sendResetLink(deps, to)
  const token = await newLink(deps, to, 'log_in', LOGIN_LINK_MINUTES / 60)
  // Behind `#`, so that the token is in no log.
  const params = waitingParams(waiting)
  const url = `${deps.config.publicUrl}/entrar-com-link${params && `?${params}`}#${token}`
  await deps.mailer.send({
    to: to.email,
    ...loginLinkMail({ name: to.name, url, minutes: LOGIN_LINK_MINUTES }),
  })
})

export const sendPasswordResetMail = defineMailJob(
  'send-password-reset-mail',
  ToUser,
  async (deps, { userId }) => {
    const to = await findAddressee(deps.db, userId)
    if (to) await sendResetLink(deps, to)
  },
)

async function sendResetLink(deps: Deps, to: Addressee): Promise<void> {
  const token = await newLink(deps, to, 'reset_password', RESET_HOURS)
  const url = `${deps.config.publicUrl}/redefinir-senha?token=${token}`
  await deps.mailer.send({ to: to.email, ...resetPasswordMail({ name: to.name, url }) })
}

export const sendPasswordChangedMail = defineMailJob(
  'send-password-changed-mail',
  ToUser,
  async (deps, { userId }) => {
    const to = await findAddressee(deps.db, userId)
    if (!to) return
    const url = `${deps.config.publicUrl}/recuperar-senha`
    await deps.mailer.send({ to: to.email, ...passwordChangedMail({ name: to.name, url }) })
  },
)

export const sendEmailChangedMail = defineMailJob(
  'send-email-changed-mail',
  ToUser.extend({ oldEmail: z.string() }),
  async (deps, { userId, oldEmail }) => {
    const to = await findAddressee(deps.db, userId)
    if (to) await deps.mailer.send({ to: oldEmail, ...emailChangedMail({ name: to.name }) })
  },
)

export const sendSecondFactorMail = defineMailJob(
  'send-second-factor-mail',
  ToUser.extend({ what: z.enum(SECOND_FACTOR_CHANGES) }),
  async (deps, { userId, what }) => {
    const to = await findAddressee(deps.db, userId)
    if (!to) return
    const url = `${deps.config.publicUrl}/recuperar-senha`
    const reason = what === 'reset' ? await findResetReason(deps.db, userId) : null
    await deps.mailer.send({ to: to.email, ...secondFactorMail({ name: to.name, what, reason, url }) })
  },
)

/** A job, so that a crash after the commit leaves no files behind. */
export const removeFiles = defineJob(
  'remove-files',
  z.object({ paths: z.array(z.string()) }),
  async (deps, { paths }) => {
    for (const path of paths) await deps.files.remove(path)
  },
)

const forgetAccess = defineJob('forget-access', z.object({}), async (deps) => {
  const { access, devices } = deps.config.retention
  const before = (days: number) => daysBefore(deps.clock.now(), days)
  await deleteOldAccess(deps.db, before(access))
  await deleteEnded(deps.db, deps.clock.now())
  await deleteOldChanges(deps.db, deps.clock.now())
  await deleteOldDevices(deps.db, { devices: before(devices), failures: before(FAILURES_KEPT_DAYS) })
})

export const ACCOUNT_JOBS = [
  sendVerificationMail,
  sendLoginLink,
  sendPasswordResetMail,
  sendPasswordChangedMail,
  sendEmailChangedMail,
  sendSecondFactorMail,
  ...EMAIL_CHANGE_JOBS,
  removeFiles,
  forgetAccess,
] as const

export const ACCOUNT_CRONS: readonly Cron[] = [{ job: forgetAccess, match: '20 6 * * *' }]
