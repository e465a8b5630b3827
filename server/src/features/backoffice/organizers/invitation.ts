import { z } from 'zod'
import { defineMailJob } from '#server/lib/jobs.ts'
import { newLink } from '../../account/jobs.ts'
import { findAddressee } from '../../account/queries.ts'
import { organizerInvitationMail } from './emails/invitation.ts'
import { getTradeName } from './queries.ts'

const INVITATION_DAYS = 3

/** As a realizador's invitation: the link sets a password and, because it was read there, verifies the e-mail. */
export const sendOrganizerInvitation = defineMailJob(
  'send-organizer-invitation',
  z.object({ userId: z.int() }),
  async (deps, { userId }) => {
    const to = await findAddressee(deps.db, userId)
    if (!to) return
    const organizer = await getTradeName(deps.db, userId)
    const token = await newLink(deps, to, 'reset_password', INVITATION_DAYS * 24)
    const url = `${deps.config.publicUrl}/redefinir-senha?token=${token}`
    await deps.mailer.send({
      to: to.email,
      ...organizerInvitationMail({ name: to.name, organizer, url, days: INVITATION_DAYS }),
    })
  },
)
