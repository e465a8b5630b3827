import { sendAccountsMergedMail } from './accounts/merge/accounts-merged-mail.ts'
import { sendOrganizerInvitation } from './organizers/invitation.ts'

export const BACK_OFFICE_JOBS = [sendOrganizerInvitation, sendAccountsMergedMail] as const
