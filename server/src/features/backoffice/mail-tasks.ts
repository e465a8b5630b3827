import { ACCOUNT_JOBS } from '../account/jobs.ts'
import { CHECKOUT_JOBS } from '../checkout/jobs.ts'
import { DESK_JOBS } from '../participants/jobs.ts'
import { PAYMENT_JOBS } from '../payment/jobs.ts'
import { PRODUCER_JOBS } from '../producer/jobs.ts'
import { BACK_OFFICE_JOBS } from './jobs.ts'

/** The jobs that write to people: when they pile up, mail is not going out. */
export const MAIL_TASKS: readonly string[] = [
  ...ACCOUNT_JOBS,
  ...PRODUCER_JOBS,
  ...PAYMENT_JOBS,
  ...CHECKOUT_JOBS,
  ...DESK_JOBS,
  ...BACK_OFFICE_JOBS,
]
  .filter(({ lane }) => lane === 'mail')
  .map(({ name }) => name)
