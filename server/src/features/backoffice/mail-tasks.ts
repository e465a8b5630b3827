import {
  sendEmailChangedMail,
  sendPasswordChangedMail,
  sendPasswordResetMail,
  sendVerificationMail,
} from '../account/jobs.ts'
import { paymentDueJob } from '../payment/emails/payment-due.ts'
import { registrationConfirmedJob } from '../payment/emails/registration-confirmed.ts'
import { sendInvitationMail } from '../producer/jobs.ts'
import { sendOrganizerInvitation } from './organizers/invitation.ts'

/** The jobs that write to people: when they pile up, mail is not going out. */
export const MAIL_TASKS: readonly string[] = [
  sendVerificationMail,
  sendPasswordResetMail,
  sendPasswordChangedMail,
  sendEmailChangedMail,
  sendInvitationMail,
  sendOrganizerInvitation,
  paymentDueJob,
  registrationConfirmedJob,
].map((job) => job.name)
