import { z } from 'zod'
import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { type ChangeLinkKind, insertLink } from '../credentials/queries.ts'
import { confirmNewEmailMail, emailChangedMail, emailChangeRequestedMail } from '../emails.ts'
import { findChangeForMail, VERIFY_HOURS } from './queries.ts'

const OfChange = z.object({ changeId: z.int() })

/** Creates the link inside the job, so that the queue holds no secret. */
async function newChangeLink(
  deps: Deps,
  link: { userId: number; emailChangeId: number; kind: ChangeLinkKind; email: string; expiresAt: Date },
): Promise<string> {
  const token = newToken()
  await insertLink(deps.db, { ...link, tokenHash: hashToken(token), at: deps.clock.now() })
  return token
}

/** Sent to the new address, with the link that verifies it. */
export const sendEmailChangeLink = defineMailJob(
  'send-email-change-link',
  OfChange,
  async (deps, { changeId }) => {
    const change = await findChangeForMail(deps.db, changeId)
    if (!change?.pending) return
    const token = await newChangeLink(deps, {
      userId: change.user_id,
      emailChangeId: changeId,
      kind: 'change_email',
      email: change.new_email,
      expiresAt: new Date(deps.clock.now().getTime() + VERIFY_HOURS * 3_600_000),
    })
    const url = `${deps.config.publicUrl}/api/v1/email/verify?token=${token}`
    await deps.mailer.send({
      to: change.new_email,
      ...confirmNewEmailMail({ name: change.name, url, hours: VERIFY_HOURS }),
    })
  },
)

/**
 * Sent to the old address when the change is requested and when it is verified, each time with a link that undoes it.
 */
export const sendEmailChangeNotice = defineMailJob(
  'send-email-change-notice',
  OfChange,
  async (deps, { changeId }) => {
    const change = await findChangeForMail(deps.db, changeId)
    if (!change || change.undone) return
    const token = await newChangeLink(deps, {
      userId: change.user_id,
      emailChangeId: changeId,
      kind: 'undo_email_change',
      email: change.old_email,
      expiresAt: change.undo_until,
    })
    const url = `${deps.config.publicUrl}/desfazer-email?token=${token}`
    const undo = { url, until: toBrazilianDate(dayIn('America/Sao_Paulo', change.undo_until)) }
    const mail = change.verified ? emailChangedMail : emailChangeRequestedMail
    await deps.mailer.send({ to: change.old_email, ...mail({ name: change.name, undo }) })
  },
)

export const EMAIL_CHANGE_JOBS = [sendEmailChangeLink, sendEmailChangeNotice] as const
