import { z } from 'zod'
import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { type ChangeLinkKind, insertLink } from '../credentials/queries.ts'
import { confirmNewEmailMail, emailChangedMail, emailChangeRequestedMail } from '../emails.ts'
import { findChangeForMail, VERIFY_HOURS } from './queries.ts'

const OfChange = z.object({ changeId: z.int() })

/** Inside the job, so that the queue contains no secret. */
async function newChangeLink(
  deps: Deps,
  link: { user_id: number; email_change_id: number; kind: ChangeLinkKind; email: string; expires_at: Date },
): Promise<string> {
  const token = newToken()
  await insertLink(deps.db, { ...link, token_hash: hashToken(token), created_at: deps.clock.now() })
  return token
}

export const sendEmailChangeLink = defineMailJob(
  'send-email-change-link',
  OfChange,
  async (deps, { changeId }) => {
    const change = await findChangeForMail(deps.db, changeId)
    if (!change?.pending) return
    const token = await newChangeLink(deps, {
      user_id: change.user_id,
      email_change_id: changeId,
      kind: 'change_email',
      email: change.new_email,
      expires_at: new Date(deps.clock.now().getTime() + VERIFY_HOURS * 3_600_000),
    })
    const url = `${deps.config.publicUrl}/api/v1/email/verify?token=${token}`
    await deps.mailer.send({
      to: change.new_email,
      ...confirmNewEmailMail({ name: change.name, url, hours: VERIFY_HOURS }),
    })
  },
)

/** Goes to the old address when the change is requested and when it is verified; a link undoes it. */
export const sendEmailChangeNotice = defineMailJob(
  'send-email-change-notice',
  OfChange,
  async (deps, { changeId }) => {
    const change = await findChangeForMail(deps.db, changeId)
    if (!change || change.undone) return
    const token = await newChangeLink(deps, {
      user_id: change.user_id,
      email_change_id: changeId,
      kind: 'undo_email_change',
      email: change.old_email,
      expires_at: change.undo_until,
    })
    const url = `${deps.config.publicUrl}/desfazer-email?token=${token}`
    const undo = { url, until: toBrazilianDate(dayIn('America/Sao_Paulo', change.undo_until)) }
    const mail = change.verified ? emailChangedMail : emailChangeRequestedMail
    await deps.mailer.send({ to: change.old_email, ...mail({ name: change.name, undo }) })
  },
)

export const EMAIL_CHANGE_JOBS = [sendEmailChangeLink, sendEmailChangeNotice] as const
