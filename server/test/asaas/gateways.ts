import { randomUUID } from 'node:crypto'
import { API_BASE } from '#contract/route.ts'
import { asaasGateway } from '#server/features/payment/gateways/asaas/adapter.ts'
import { findGateway, type PaymentGateway } from '#server/features/payment/gateways/gateway.ts'
import { sandboxGateway } from '#server/features/payment/gateways/sandbox/adapter.ts'
import { SIGNATURE_HEADER, sign } from '#server/features/payment/gateways/sandbox/signature.ts'
import type { TestApp } from '../app.ts'
import type { AsaasStandIn } from './stand-in.ts'

/** A gateway as the tests that hold for every gateway see it. */
export interface TestedGateway {
  gateway: PaymentGateway
  /** Pays a charge at the gateway, without a message. */
  pay(chargeId: string): Promise<void>
  unknownCharge: string
  /** The same gateway, asked with another key or at another address. */
  broken(change: { apiKey?: string; url?: string }): PaymentGateway
}

type State = 'received' | 'refunded' | 'disputed'

/** A gateway whose messages the product receives. */
export interface MessagingGateway extends TestedGateway {
  provider: string
  /** Changes a charge at the gateway, without a message. */
  change(chargeId: string, state: State): Promise<void>
  /** Sends a message that says this of a charge, whatever its state at the gateway; the answer's status. */
  send(chargeId: string, state: State, options?: { id?: string; forged?: boolean }): Promise<number>
}

const configured = (app: TestApp, provider: string): PaymentGateway => {
  const gateway = findGateway(app.deps, provider)
  if (!gateway) throw new Error(`${provider} is not configured`)
  return gateway
}

const post = async (app: TestApp, path: string, headers: Record<string, string>, body: string) =>
  (
    await app.fastify.inject({
      method: 'POST',
      url: API_BASE + path,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
  ).statusCode

/** The environment that makes a product pay at the stand-in. */
export const asaasEnvironment = ({ url, apiKey, webhookToken }: AsaasStandIn) => ({
  ASAAS_API_URL: url,
  ASAAS_API_KEY: apiKey,
  ASAAS_WEBHOOK_TOKEN: webhookToken,
})

export function testedSandbox(app: TestApp): MessagingGateway {
  const { secrets, config } = app.deps
  const STATES = { received: 'RECEIVED', refunded: 'REFUNDED', disputed: 'DISPUTED' } as const
  const change: MessagingGateway['change'] = async (chargeId, state) => {
    const row = { status: STATES[state], paid_at: app.deps.clock.now() }
    await app.db.updateTable('sandbox.charges').set(row).where('id', '=', chargeId).execute()
  }
  return {
    provider: 'sandbox',
    gateway: configured(app, 'sandbox'),
    unknownCharge: 'cob_unknown',
    pay: (chargeId) => change(chargeId, 'received'),
    change,
    broken: ({ apiKey = secrets.sandboxKey, url }) =>
      sandboxGateway({
        baseUrl: () => url ?? `http://127.0.0.1:${config.port}`,
        apiKey,
        webhookSecret: secrets.gatewayWebhookSecret,
      }),
    send(chargeId, state, { id = randomUUID(), forged = false } = {}) {
      const body = JSON.stringify({
        id,
        event: `CHARGE_${STATES[state]}`,
        created_at: new Date().toISOString(),
        charge: { id: chargeId, external_reference: null, status: STATES[state], amount_cents: 11_000 },
      })
      const signature = sign(body, forged ? 'guessed' : secrets.gatewayWebhookSecret, new Date())
      return post(app, '/webhooks/payments', { [SIGNATURE_HEADER]: signature }, body)
    },
  }
}

export function testedAsaas(app: TestApp, asaas: AsaasStandIn): MessagingGateway {
  const STATES = {
    received: { status: 'RECEIVED', chargeback: null },
    refunded: { status: 'REFUNDED' },
    disputed: {
      status: 'CHARGEBACK_REQUESTED',
      chargeback: { id: 'cbk_1', status: 'REQUESTED', reason: 'FRAUD' },
    },
  }
  const EVENTS = {
    received: 'PAYMENT_RECEIVED',
    refunded: 'PAYMENT_REFUNDED',
    disputed: 'PAYMENT_CHARGEBACK_REQUESTED',
  }
  const change: MessagingGateway['change'] = async (chargeId, state) => asaas.change(chargeId, STATES[state])
  return {
    provider: 'asaas',
    gateway: configured(app, 'asaas'),
    unknownCharge: 'pay_unknown',
    pay: (chargeId) => change(chargeId, 'received'),
    change,
    broken: ({ apiKey = asaas.apiKey, url = asaas.url }) =>
      asaasGateway({ apiUrl: url, apiKey, webhookToken: asaas.webhookToken }),
    send(chargeId, state, { id = randomUUID(), forged = false } = {}) {
      const payment = { object: 'payment', id: chargeId, externalReference: null, ...STATES[state] }
      const body = JSON.stringify({ id, event: EVENTS[state], dateCreated: '2026-11-22 10:00:00', payment })
      const token = forged ? 'guessed' : asaas.webhookToken
      return post(app, '/webhooks/asaas', { 'asaas-access-token': token }, body)
    },
  }
}

/** Asaas' own sandbox, with the key of an account there. Its messages do not reach a test. */
export function asaasOwnSandbox(key: string): TestedGateway {
  const url = 'https://api-sandbox.asaas.com/v3'
  const broken: TestedGateway['broken'] = ({ apiKey = key, url: apiUrl = url }) =>
    asaasGateway({ apiUrl, apiKey, webhookToken: 'unused' })
  return {
    gateway: broken({}),
    unknownCharge: 'pay_000000000000',
    broken,
    async pay(chargeId) {
      const answer = await fetch(`${url}/sandbox/payment/${chargeId}/confirm`, {
        method: 'POST',
        headers: { access_token: key, 'user-agent': 'Largada', 'content-type': 'application/json' },
      })
      if (!answer.ok) throw new Error(`Asaas' sandbox answered ${answer.status}`)
    },
  }
}
