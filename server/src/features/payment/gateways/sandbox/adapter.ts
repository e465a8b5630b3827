import type { z } from 'zod'
import { GatewayMessage } from '#contract/payment.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import { AppError } from '#server/lib/errors.ts'
import {
  type Charge,
  type GatewayRefund,
  GatewayRefusal,
  GatewayUnavailable,
  type PaymentGateway,
} from '../gateway.ts'
import {
  ChargeAnswer,
  ChargeList,
  type ChargeRequestBody,
  type ChargeStatus,
  DetailsAnswer,
  METHODS,
  type NewRefund,
  RefundAnswer,
  RefundList,
  type RefundStatus,
  Refusal,
} from './protocol.ts'
import { isSignedBy, SIGNATURE_HEADER } from './signature.ts'

interface Options {
  /** A function, because a test's server knows its port only once it listens. */
  baseUrl: () => string
  apiKey: string
  webhookSecret: string
}

const TIMEOUT_MS = 10_000

const STATUS: Record<ChargeStatus, number> = {
  PENDING: PAYMENT_STATUS.pending,
  IN_ANALYSIS: PAYMENT_STATUS.awaiting,
  REFUSED: PAYMENT_STATUS.refused,
  REJECTED: PAYMENT_STATUS.rejected,
  CONFIRMED: PAYMENT_STATUS.confirmed,
  RECEIVED: PAYMENT_STATUS.paid,
  CANCELLED: PAYMENT_STATUS.cancelled,
  REFUNDED: PAYMENT_STATUS.refunded,
  DISPUTED: PAYMENT_STATUS.reversed,
}

/** Calls the sandbox gateway over HTTP with an API key, as it would any other gateway. */
export function sandboxGateway({ baseUrl, apiKey, webhookSecret }: Options): PaymentGateway {
  async function call(method: string, path: string, body?: ChargeRequestBody | NewRefund): Promise<Response> {
    return fetch(`${baseUrl()}/sandbox/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new GatewayUnavailable('the sandbox gateway does not answer', { cause })
    })
  }

  return {
    provider: 'sandbox',
    canSplit: false,

    async findCharges(externalReference) {
      const response = await call(
        'GET',
        `/charges?external_reference=${encodeURIComponent(externalReference)}`,
      )
      const { data } = await read(response, ChargeList)
      return data.map(toCharge)
    },

    async createCharge(request) {
      const response = await call('POST', '/charges', {
        external_reference: request.externalReference,
        method: METHODS[request.type],
        amount_cents: request.amountCents,
        installments: request.installments,
        due_on: request.dueOn,
        expires_at: request.expiresAt?.toISOString() ?? null,
        description: request.description,
        payer: request.payer,
      })
      return toCharge(await readCreated(response, ChargeAnswer))
    },

    async getCharge(chargeId) {
      return toCharge(await read(await call('GET', `/charges/${encodeURIComponent(chargeId)}`), ChargeAnswer))
    },

    async listCharges(day, offset) {
      const response = await call('GET', `/charges?created_on=${day}&offset=${offset}`)
      const { data, next } = await read(response, ChargeList)
      return { charges: data.map(toCharge), next }
    },

    async paymentDetails(chargeId) {
      const response = await call('GET', `/charges/${encodeURIComponent(chargeId)}/details`)
      const { payment_url, pix, boleto } = await read(response, DetailsAnswer)
      return {
        paymentLink: payment_url,
        pix: pix && { payload: pix.payload, expiresAt: new Date(pix.expires_at) },
        boleto: boleto && { digitableLine: boleto.digitable_line, barcode: boleto.barcode, pdfUrl: null },
      }
    },

    async cancelCharge(chargeId) {
      const response = await call('DELETE', `/charges/${encodeURIComponent(chargeId)}`)
      if (response.status === 409) return false
      if (response.status === 404) {
        // Any server answers 404 to a wrong URL: only the gateway's own error code counts.
        const { errors } = await read(response, Refusal, 404)
        if (errors.some(({ code }) => code === 'not_found')) return true
      }
      await read(response, ChargeAnswer)
      return true
    },

    async refund({ chargeId, reference, amountCents, description }) {
      const response = await call('POST', `/charges/${encodeURIComponent(chargeId)}/refunds`, {
        external_reference: reference,
        amount_cents: amountCents,
        description,
      })
      return { requestUrl: (await readCreated(response, RefundAnswer)).request_url }
    },

    async listRefunds(chargeId) {
      const response = await call('GET', `/charges/${encodeURIComponent(chargeId)}/refunds`)
      return (await read(response, RefundList)).data.map(toRefund)
    },

    readNotice(headers, body) {
      if (!isSignedBy(webhookSecret, headers[SIGNATURE_HEADER], body, new Date()))
        throw new AppError('bad_signature')
      const message = parseMessage(body)
      const status = message.charge.status
      return {
        externalId: message.id,
        chargeId: message.charge.id,
        externalReference: message.charge.external_reference,
        kind: message.event,
        status: typeof status === 'string' && isStatus(status) ? STATUS[status] : null,
        concernsRefunds: message.event.includes('REFUND'),
      }
    },
  }
}

const isStatus = (status: string): status is ChargeStatus => Object.hasOwn(STATUS, status)

function parseMessage(body: Buffer): GatewayMessage {
  try {
    return GatewayMessage.parse(JSON.parse(body.toString('utf8')))
  } catch (error) {
    throw new AppError('malformed', { cause: error })
  }
}

/** Besides 5xx: statuses that concern every request, not one charge. */
const UNAVAILABLE = new Set([401, 403, 408, 429])

async function read<S extends z.ZodType>(
  response: Response,
  schema: S,
  expected?: number,
): Promise<z.output<S>> {
  if (UNAVAILABLE.has(response.status) || response.status >= 500)
    throw new GatewayUnavailable(`the sandbox gateway answered ${response.status}`)
  if (expected ? response.status !== expected : !response.ok)
    throw new Error(`the sandbox gateway answered ${response.status}`)
  return schema.parse(await response.json())
}

/** @throws {GatewayRefusal} for a 400 with the gateway's reasons. */
async function readCreated<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> {
  if (response.status === 400) {
    const { errors } = await read(response, Refusal, 400)
    throw new GatewayRefusal(errors.map((error) => error.description).join(' '))
  }
  return read(response, schema)
}

const REFUND_STATUS: Record<RefundStatus, GatewayRefund['status']> = {
  AWAITING_PAYER: 'waiting',
  DONE: 'done',
  DENIED: 'cancelled',
}

const toRefund = (answer: RefundAnswer): GatewayRefund => ({
  id: answer.id,
  reference: answer.external_reference,
  amountCents: answer.amount_cents,
  status: REFUND_STATUS[answer.status],
  requestUrl: answer.request_url,
  receiptUrl: null,
  doneAt: answer.done_at ? new Date(answer.done_at) : null,
})

const toCharge = (answer: ChargeAnswer): Charge => ({
  id: answer.id,
  externalReference: answer.external_reference,
  status: STATUS[answer.status],
  amountCents: answer.amount_cents,
  paidAt: answer.paid_at ? new Date(answer.paid_at) : null,
  paymentLink: answer.payment_url,
  feeCents: answer.fee_cents,
  disputed: answer.is_disputed,
  ...(answer.installments && {
    installments: answer.installments.map(({ amount_cents, fee_cents, is_credited }, i) => ({
      number: i + 1,
      amountCents: amount_cents,
      feeCents: fee_cents,
      isCredited: is_credited,
    })),
  }),
})
