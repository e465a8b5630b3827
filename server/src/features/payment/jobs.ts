import type { Cron, Job } from '#server/lib/jobs.ts'
import { balancePaymentsJob } from './balancing/balance-payments.ts'
import { cancelChargeJob, closePaymentJob } from './closing/close-payment.ts'
import { createChargeJob } from './create-charge.ts'
import { differencePaidJob } from './emails/difference-paid.ts'
import { participantNewsJob } from './emails/participant-news.ts'
import { paymentDueJob } from './emails/payment-due.ts'
import { paymentRefusedJob } from './emails/payment-refused.ts'
import { refundNewsJob } from './emails/refund-news.ts'
import { registrationCancelledJob } from './emails/registration-cancelled.ts'
import { registrationConfirmedJob } from './emails/registration-confirmed.ts'
import { refundUnansweredJob } from './held-refunds/refund-unanswered.ts'
import { applyGatewayMessageJob } from './inbox/apply-gateway-message.ts'
import { forgetGatewayMessagesJob } from './inbox/forget-messages.ts'
import { RECONCILIATION_CRON, RECONCILIATION_JOBS } from './reconciliation/reconcile-days.ts'
import { forgetPixKeysJob } from './refunds/forget-pix-keys.ts'
import { sendRefundJob } from './refunds/send-refund.ts'
import { paymentReminderJob } from './reminders/payment-reminder.ts'
import { remindPayersJob } from './reminders/remind-payers.ts'
import { checkDisputesJob } from './sweeps/check-disputes.ts'
import { expirePaymentsJob } from './sweeps/expire-payments.ts'
import { recheckPaymentsJob } from './sweeps/recheck-payments.ts'

export const PAYMENT_JOBS: readonly Job[] = [
  createChargeJob,
  balancePaymentsJob,
  sendRefundJob,
  refundUnansweredJob,
  cancelChargeJob,
  closePaymentJob,
  applyGatewayMessageJob,
  forgetGatewayMessagesJob,
  forgetPixKeysJob,
  expirePaymentsJob,
  recheckPaymentsJob,
  checkDisputesJob,
  paymentDueJob,
  remindPayersJob,
  paymentReminderJob,
  differencePaidJob,
  paymentRefusedJob,
  registrationConfirmedJob,
  registrationCancelledJob,
  participantNewsJob,
  refundNewsJob,
  ...RECONCILIATION_JOBS,
]

export const PAYMENT_CRONS: readonly Cron[] = [
  { job: expirePaymentsJob, match: '*/10 * * * *' },
  { job: remindPayersJob, match: '4,14,24,34,44,54 * * * *' },
  { job: recheckPaymentsJob, match: '7,37 * * * *' },
  // Hourly, because the day ends at different hours in Brazil's time zones.
  { job: refundUnansweredJob, match: '13 * * * *' },
  { job: forgetGatewayMessagesJob, match: '50 6 * * *' },
  { job: forgetPixKeysJob, match: '55 6 * * *' },
  { job: checkDisputesJob, match: '45 6 * * *' },
  RECONCILIATION_CRON,
]
