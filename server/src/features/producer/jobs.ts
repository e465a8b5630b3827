import { z } from 'zod'
import { defineMailJob } from '#server/lib/jobs.ts'
import { newLink } from '../account/jobs.ts'
import { findAddressee } from '../account/queries.ts'
import { invitationMail } from './emails/invitation.ts'
import { getEmployer } from './queries.ts'

const INVITATION_DAYS = 3

/** The link sets a password and, because it was read there, verifies the e-mail: both at once, as for a recovery. */
export const sendInvitationMail = defineMailJob(
  'send-invitation-mail',
  z.object({ userId: z.int() }),
  async (deps, { userId }) => {
    const to = await findAddressee(deps.db, userId)
    if (!to) return
    const organizer = await getEmployer(deps.db, userId)
    const token = await newLink(deps, to, 'reset_password', INVITATION_DAYS * 24)
    const url = `${deps.config.publicUrl}/redefinir-senha?token=${token}`
    await deps.mailer.send({
      to: to.email,
      ...invitationMail({ name: to.name, organizer, url, days: INVITATION_DAYS }),
    })
  },
)

export const PRODUCER_JOBS = [sendInvitationMail] as const
