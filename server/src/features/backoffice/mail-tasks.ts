import {
  sendEmailChangedMail,
  sendPasswordChangedMail,
  sendPasswordResetMail,
  sendSecondFactorMail,
  sendVerificationMail,
} from '../account/jobs.ts'
import { paymentDueJob } from '../payment/emails/payment-due.ts'
import { registrationConfirmedJob } from '../payment/emails/registration-confirmed.ts'
import { sendInvitationMail } from '../producer/jobs.ts'
import { BACK_OFFICE_JOBS } from './jobs.ts'

/** The jobs that write to people: when they pile up, mail is not going out. */
export const MAIL_TASKS: readonly string[] = [
  sendVerificationMail,
  sendPasswordResetMail,
  sendPasswordChangedMail,
  sendEmailChangedMail,
  sendSecondFactorMail,
  sendInvitationMail,
  ...BACK_OFFICE_JOBS,
  paymentDueJob,
  registrationConfirmedJob,
].map((job) => job.name)
