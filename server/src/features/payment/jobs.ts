import type { Cron, Job } from '#server/lib/jobs.ts'
import { cancelChargeJob, closePaymentJob } from './closing/close-payment.ts'
import { createChargeJob } from './create-charge.ts'
import { differencePaidJob } from './emails/difference-paid.ts'
import { participantNewsJob } from './emails/participant-news.ts'
import { paymentDueJob } from './emails/payment-due.ts'
import { paymentRefusedJob } from './emails/payment-refused.ts'
import { refundNewsJob } from './emails/refund-news.ts'
import { registrationCancelledJob } from './emails/registration-cancelled.ts'
import { registrationConfirmedJob } from './emails/registration-confirmed.ts'
import { deliverSandboxWebhookJob } from './gateways/sandbox/deliver-webhook.ts'
import { applyGatewayMessageJob } from './inbox/apply-gateway-message.ts'
import { forgetGatewayMessagesJob } from './inbox/forget-messages.ts'
import { RECONCILIATION_CRON, RECONCILIATION_JOBS } from './reconciliation/reconcile-days.ts'
import { refundUnansweredJob } from './refund-choices/refund-unanswered.ts'
import { sendRefundJob } from './refunds/send-refund.ts'
import { settleRegistrationJob } from './settlement/settle-registrations.ts'
import { expirePaymentsJob } from './sweeps/expire-payments.ts'
import { reconcilePaymentsJob } from './sweeps/reconcile-payments.ts'

export const PAYMENT_JOBS: readonly Job[] = [
  createChargeJob,
  settleRegistrationJob,
  sendRefundJob,
  refundUnansweredJob,
  cancelChargeJob,
  closePaymentJob,
  applyGatewayMessageJob,
  forgetGatewayMessagesJob,
  expirePaymentsJob,
  reconcilePaymentsJob,
  paymentDueJob,
  differencePaidJob,
  paymentRefusedJob,
  registrationConfirmedJob,
  registrationCancelledJob,
  participantNewsJob,
  refundNewsJob,
  deliverSandboxWebhookJob,
  ...RECONCILIATION_JOBS,
]

export const PAYMENT_CRONS: readonly Cron[] = [
  { job: expirePaymentsJob, match: '*/10 * * * *' },
  { job: reconcilePaymentsJob, match: '7,37 * * * *' },
  // Hourly, because the day ends at different hours in Brazil's time zones.
  { job: refundUnansweredJob, match: '13 * * * *' },
  { job: forgetGatewayMessagesJob, match: '50 6 * * *' },
  RECONCILIATION_CRON,
]
