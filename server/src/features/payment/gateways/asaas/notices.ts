import { AsaasMessage } from '#contract/payment/payment.ts'
import { isPaid } from '#contract/payment/payment-status.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { sameSecret, sha256Hex } from '#server/lib/tokens.ts'
import type { GatewayNotice, PaymentGateway } from '../gateway.ts'
import { chargeIdOf, toCharge } from './charges.ts'
import { parseJson } from './client.ts'
import { AsaasPayment } from './protocol.ts'
import { statusOf, statusOfMessage } from './status.ts'

const TOKEN_HEADER = 'asaas-access-token'

export function noticeReader(webhookTokens: readonly string[], clock: Clock): PaymentGateway['readNotice'] {
  return (headers, body): GatewayNotice => {
    const token = headers[TOKEN_HEADER]
    // Compared with all of them, so that the time does not tell which one matched.
    const matching = webhookTokens.filter((own) => typeof token === 'string' && sameSecret(token, own))
    if (matching.length === 0) throw new AppError('bad_signature')
    const { data: message } = AsaasMessage.safeParse(parseJson(body.toString('utf8')))
    // Asaas pauses its queue after any response other than 200, so unreadable messages are stored too.
    const id = message?.id ?? `sha256:${sha256Hex(body.toString('latin1'))}`
    const payment = message?.payment
    return {
      externalId: id,
      chargeId: payment ? chargeIdOf(payment) : null,
      externalReference: payment?.externalReference ?? null,
      kind: message?.event ?? 'unreadable',
      status: payment && message ? statusOfMessage(message.event, payment) : null,
      paidCharge: paidCharge(payment, clock.now()),
      concernsRefunds: message?.event.includes('REFUND') ?? false,
      concernsSplit: /SPLIT|REFUND/.test(message?.event ?? ''),
    }
  }
}

/** A message about one installment does not tell the state of its plan. */
function paidCharge(reported: unknown, now: Date): GatewayNotice['paidCharge'] {
  const { data: payment } = AsaasPayment.safeParse(reported)
  if (!payment || payment.installment || !isPaid(statusOf(payment) ?? -1)) return null
  const { paymentLink, ...charge } = toCharge(payment.id, [payment], now)
  return charge
}
