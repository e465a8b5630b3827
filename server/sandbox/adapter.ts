import { z } from 'zod'
import { GatewayMessage } from '#contract/payment/payment.ts'
import {
  type Charge,
  GatewayRefusal,
  GatewayUnavailable,
  InsufficientBalance,
  type PaymentGateway,
  WholeChargeOnly,
} from '#server/features/payment/gateways/gateway.ts'
import { AppError } from '#server/lib/errors.ts'
import {
  ChargeAnswer,
  ChargePageAnswer,
  type ChargeStatus,
  DetailsAnswer,
  RefundAnswer,
  Refusal,
  STATUS,
} from './protocol.ts'
import { isSignedBy, SIGNATURE_HEADER } from './signature.ts'

interface Options {
  /** A function, because a test's server knows its port only once it listens. */
  baseUrl: () => string
  apiKey: string
  webhookSecret: string
}

const TIMEOUT_MS = 10_000
/** Besides 5xx: statuses that concern every request, not one charge. */
const UNAVAILABLE = new Set([401, 403, 408, 429])

/** Calls the sandbox gateway over HTTP with an API key, as it would any other gateway. */
export function sandboxGateway({ baseUrl, apiKey, webhookSecret }: Options): PaymentGateway {
  async function call<S extends z.ZodType>(
    method: string,
    path: string,
    answer: S,
    body?: object,
  ): Promise<z.output<S>> {
    const response = await fetch(`${baseUrl()}/sandbox/api${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new GatewayUnavailable('the sandbox gateway does not answer', { cause })
    })
    const { status, ok } = response
    if (UNAVAILABLE.has(status) || status >= 500)
      throw new GatewayUnavailable(`the sandbox gateway answered ${status}`)
    if (status === 400) throw new GatewayRefusal(Refusal.parse(await response.json()).message)
    if (status === 409) throw new WholeChargeOnly(Refusal.parse(await response.json()).message)
    if (status === 402) throw new InsufficientBalance(Refusal.parse(await response.json()).message)
    if (!ok) throw new Error(`the sandbox gateway answered ${status}`)
    return answer.parse(await response.json())
  }
  const charge = (id: string, part = '') => `/charges/${encodeURIComponent(id)}${part}`
  async function* pages(path: string): AsyncGenerator<Charge[]> {
    for (let offset: number | null = 0; offset !== null; ) {
      const page: z.output<typeof ChargePageAnswer> = await call(
        'GET',
        `${path}&offset=${offset}`,
        ChargePageAnswer,
      )
      yield page.charges
      offset = page.next
    }
  }

  return {
    provider: 'sandbox',
    canSplit: false,
    findCharges: (externalReference) =>
      call('GET', `/charges?${new URLSearchParams({ externalReference })}`, z.array(ChargeAnswer)),
    createCharge: (request) => call('POST', '/charges', ChargeAnswer, request),
    getCharge: (id) => call('GET', charge(id), ChargeAnswer),
    listCharges: (day, offset) => call('GET', `/days/${day}/charges?offset=${offset}`, ChargePageAnswer),
    openCharges: (from, status) =>
      // Its charges have no status of their own after their due date.
      status === 'overdue' ? noPages() : pages(`/open-charges?from=${from}`),
    disputedCharges: () => pages('/disputed-charges?'),
    paymentDetails: (id) => call('GET', charge(id, '/details'), DetailsAnswer),
    cancelCharge: (id) => call('DELETE', charge(id), z.boolean()),
    refund: ({ chargeId, ...request }) =>
      call('POST', charge(chargeId, '/refunds'), RefundAnswer.pick({ requestUrl: true }), request),
    listRefunds: (id) => call('GET', charge(id, '/refunds'), z.array(RefundAnswer)),

    readNotice(headers, body) {
      if (!isSignedBy(webhookSecret, headers[SIGNATURE_HEADER], body, new Date()))
        throw new AppError('bad_signature')
      const { id, event, charge } = parseMessage(body)
      return {
        externalId: id,
        chargeId: charge.id,
        externalReference: charge.external_reference,
        kind: event,
        status: STATUS[charge.status as ChargeStatus] ?? null,
        paidCharge: null,
        concernsRefunds: event.includes('REFUND'),
        concernsSplit: false,
      }
    },
  }
}

async function* noPages(): AsyncGenerator<Charge[]> {}

function parseMessage(body: Buffer): GatewayMessage {
  try {
    return GatewayMessage.parse(JSON.parse(body.toString('utf8')))
  } catch (error) {
    throw new AppError('malformed', { cause: error })
  }
}
