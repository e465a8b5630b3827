import {
  type GatewayRefund,
  GatewayRefusal,
  REFUND_MS,
  type RefundRequest,
  WholeChargeOnly,
} from '../gateway.ts'
import { getPayments, pathOf } from './charge-calls.ts'
import { isPlan, refundParts, toPlanRefunds } from './charges.ts'
import { type Asaas, read, readCreated } from './client.ts'
import * as protocol from './protocol.ts'
import { refundDescription, toRefunds } from './refunds.ts'
import { splitRefundsOf } from './splits.ts'

/**
 * Time limit for all calls of a refund, with a margin. The next attempt sends what is left of a plan's
 * refund.
 */
const REFUND_CALLS_MS = REFUND_MS - 2_000
const MAX_REFUNDS = 100

export async function refund(
  { call, ...others }: Asaas,
  request: RefundRequest,
): Promise<{ requestUrl: string | null }> {
  const signal = AbortSignal.timeout(REFUND_CALLS_MS)
  const asaas: Asaas = {
    ...others,
    call: (method, path, options) => call(method, path, { ...options, signal }),
  }
  const { chargeId, reference, amountCents, description } = request
  const payments = await getPayments(asaas, chargeId)
  const [payment] = payments
  const { billingType, pixTransaction, value } = payment
  if (isPlan(chargeId)) {
    await refundPlan(asaas, payments, request)
    return { requestUrl: null }
  }
  if (billingType !== 'BOLETO' || pixTransaction) {
    await refundPayment(asaas, payment, amountCents, refundDescription(description, reference))
    return { requestUrl: null }
  }
  // Asaas refunds a boleto at most once and only completely, so repeating the request is safe.
  if (Math.round(value * 100) !== amountCents)
    throw new WholeChargeOnly(
      'O Asaas só devolve um boleto por inteiro. Devolva esta parte por transferência.',
    )
  return refundBoleto(asaas, chargeId)
}

/** Throws a `GatewayRefusal` too if the answer lacks the page where the payer provides their bank data. */
async function refundBoleto({ call }: Asaas, chargeId: string): Promise<{ requestUrl: string }> {
  const answer = await call('POST', `${pathOf(chargeId)}/bankSlip/refund`)
  const { requestUrl } = readCreated(answer, protocol.BoletoRefund)
  if (requestUrl) return { requestUrl }
  throw new GatewayRefusal(
    'O Asaas não informou o link em que o pagador do boleto indica a conta dele. Copie-o no painel do Asaas e envie-o ao pagador.',
  )
}

export async function listRefunds(asaas: Asaas, chargeId: string): Promise<GatewayRefund[]> {
  if (!isPlan(chargeId)) return listPaymentRefunds(asaas, chargeId)
  const listed = await listPlanRefunds(asaas, await getPayments(asaas, chargeId))
  return toPlanRefunds(listed.map(({ payment, refunds }) => ({ paymentId: payment.id, refunds })))
}

async function listPaymentRefunds({ call }: Asaas, paymentId: string): Promise<GatewayRefund[]> {
  const answer = await call('GET', `${pathOf(paymentId)}/refunds?limit=${MAX_REFUNDS}`)
  const { data, hasMore } = read(answer, protocol.RefundList)
  // A refund that is not on the list would be sent again.
  if (hasMore) throw new Error('Asaas lists only a part of the refunds')
  return toRefunds(data)
}

const listPlanRefunds = (asaas: Asaas, payments: readonly protocol.AsaasPayment[]) =>
  Promise.all(
    payments.map(async (payment) => ({ payment, refunds: await listPaymentRefunds(asaas, payment.id) })),
  )

async function refundPayment(
  { call }: Asaas,
  payment: protocol.AsaasPayment,
  amountCents: number,
  description: string,
): Promise<void> {
  const splitRefunds = splitRefundsOf(payment, amountCents)
  const body = { value: amountCents / 100, description, ...(splitRefunds && { splitRefunds }) }
  readCreated(await call('POST', `${pathOf(payment.id)}/refund`, { body }), protocol.AsaasPayment)
}

/** Refunds the last installments first, and only the rest when some parts were already sent. */
async function refundPlan(
  asaas: Asaas,
  payments: readonly protocol.AsaasPayment[],
  { reference, amountCents, description }: RefundRequest,
): Promise<void> {
  const listed = await listPlanRefunds(asaas, payments)
  const sent = listed
    .flatMap(({ refunds }) => refunds)
    .filter((one) => one.reference === reference && one.status !== 'cancelled')
    .reduce((sum, one) => sum + one.amountCents, 0)
  const parts = refundParts(listed, amountCents - sent)
  if (!parts) throw new GatewayRefusal('O valor da devolução é maior que o que resta do parcelamento.')
  for (const part of parts) {
    const payment = payments.find(({ id }) => id === part.paymentId)
    if (payment)
      await refundPayment(asaas, payment, part.amountCents, refundDescription(description, reference))
  }
}
