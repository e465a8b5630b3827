import { randomUUID } from 'node:crypto'
import { API_BASE } from '#contract/route.ts'
import { sandboxGateway } from '#sandbox/adapter.ts'
import { listRefunds } from '#sandbox/queries.ts'
import { finishRefund } from '#sandbox/refund-charge.ts'
import { SIGNATURE_HEADER, sign } from '#sandbox/signature.ts'
import { asaasGateway } from '#server/features/payment/gateways/asaas/adapter.ts'
import { findGateway } from '#server/features/payment/gateways/find-gateway.ts'
import type { PaymentGateway } from '#server/features/payment/gateways/gateway.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { TestApp } from '../app.ts'
import type { AsaasStandIn } from './stand-in.ts'

/** A payment gateway under test. The same tests run for every gateway. */
export interface TestedGateway {
  gateway: PaymentGateway
  /** Pays a charge at the gateway without sending a webhook. */
  pay(chargeId: string): Promise<void>
  unknownCharge: string
  /** The same gateway with another API key or another URL. */
  broken(change: { apiKey?: string; url?: string }): PaymentGateway
}

type State = 'received' | 'refunded' | 'partly_refunded' | 'refund_denied' | 'disputed'

/** A gateway whose webhooks the product receives. */
export interface MessagingGateway extends TestedGateway {
  provider: string
  /** Changes a charge at the gateway without sending a webhook. */
  change(chargeId: string, state: 'received' | 'refunded' | 'disputed'): Promise<void>
  /** Authorizes the card of a charge in installments. Then `creditFirst` credits the first installment. */
  authorize(chargeId: string): Promise<void>
  creditFirst(chargeId: string): Promise<void>
  /** Refunds a part of a charge on the gateway's own pages, without sending a webhook. */
  refundByHand(chargeId: string, cents: number): Promise<void>
  /** Ends the refund of a boleto: the payer's bank data was given and accepted, or not. Sends no webhook. */
  finishRefund(chargeId: string, accepted: boolean): Promise<void>
  /** Sets the balance from which refunds are made, in cents; null means unlimited. */
  setBalance(cents: number | null): Promise<void>
  /**
   * Sends a webhook that reports this state of a charge, whatever its state at the gateway. Returns the
   * status of the response.
   */
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

/** For a gateway without a database: every call is allowed, and no customer is stored. */
const UNCOUNTED = {
  clock: systemClock,
  quota: { count: async () => {}, pause: async () => {}, rejectKey: async () => {} },
  customers: { find: async () => null, save: async () => {} },
}

/** The environment that makes a product use the stand-in as its gateway. */
export const asaasEnvironment = ({ url, apiKey, webhookToken }: AsaasStandIn) => ({
  ASAAS_API_URL: url,
  ASAAS_API_KEY: apiKey,
  ASAAS_WEBHOOK_TOKEN: webhookToken,
})

export function testedSandbox(app: TestApp): MessagingGateway {
  const { secrets, config } = app.deps
  const STATES = { received: 'RECEIVED', refunded: 'REFUNDED', disputed: 'DISPUTED' } as const
  const EVENTS = { ...STATES, partly_refunded: 'REFUND_DONE', refund_denied: 'REFUND_DENIED' } as const
  const change: MessagingGateway['change'] = async (chargeId, state) => {
    const at = app.deps.clock.now()
    const disputed = { received: { disputed_at: null }, refunded: {}, disputed: { disputed_at: at } }
    const row = { status: STATES[state], paid_at: at, ...disputed[state] }
    await app.db.updateTable('sandbox.charges').set(row).where('id', '=', chargeId).execute()
  }
  return {
    provider: 'sandbox',
    gateway: configured(app, 'sandbox'),
    unknownCharge: 'cob_unknown',
    pay: (chargeId) => change(chargeId, 'received'),
    change,
    async authorize(chargeId) {
      const row = { status: 'CONFIRMED', paid_at: app.deps.clock.now() }
      await app.db.updateTable('sandbox.charges').set(row).where('id', '=', chargeId).execute()
    },
    async creditFirst(chargeId) {
      await app.db.updateTable('sandbox.charges').set({ credited: 1 }).where('id', '=', chargeId).execute()
    },
    async refundByHand(chargeId, cents) {
      const row = { charge_id: chargeId, amount_cents: cents, description: 'Estorno feito no painel' }
      const at = app.deps.clock.now()
      await app.db
        .insertInto('sandbox.refunds')
        .values({ id: `dev_${randomUUID()}`, ...row, status: 'DONE', created_at: at, done_at: at })
        .execute()
    },
    async finishRefund(chargeId, accepted) {
      for (const { id } of await listRefunds(app.db, chargeId)) await finishRefund(app.deps, id, accepted)
    },
    async setBalance(cents) {
      await app.db.updateTable('sandbox.account').set({ balance_cents: cents }).execute()
    },
    broken: ({ apiKey = secrets.sandboxKey, url }) =>
      sandboxGateway({
        baseUrl: () => url ?? `http://127.0.0.1:${config.port}`,
        apiKey,
        webhookSecret: secrets.gatewayWebhookSecret,
      }),
    send(chargeId, state, { id = randomUUID(), forged = false } = {}) {
      const status = state in STATES ? EVENTS[state] : 'RECEIVED'
      const body = JSON.stringify({
        id,
        event: `CHARGE_${EVENTS[state]}`,
        created_at: new Date().toISOString(),
        charge: { id: chargeId, external_reference: null, status, amount_cents: 11_000 },
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
    partly_refunded: { status: 'RECEIVED' },
    refund_denied: { status: 'RECEIVED' },
    disputed: {
      status: 'CHARGEBACK_REQUESTED',
      chargeback: { id: 'cbk_1', status: 'REQUESTED', reason: 'FRAUD' },
    },
  }
  const EVENTS = {
    received: 'PAYMENT_RECEIVED',
    refunded: 'PAYMENT_REFUNDED',
    partly_refunded: 'PAYMENT_PARTIALLY_REFUNDED',
    refund_denied: 'PAYMENT_REFUND_DENIED',
    disputed: 'PAYMENT_CHARGEBACK_REQUESTED',
  }
  const change: MessagingGateway['change'] = async (chargeId, state) => asaas.change(chargeId, STATES[state])
  return {
    provider: 'asaas',
    gateway: configured(app, 'asaas'),
    unknownCharge: 'pay_unknown',
    pay: (chargeId) => change(chargeId, 'received'),
    change,
    authorize: async (chargeId) => asaas.change(chargeId, { status: 'CONFIRMED' }),
    creditFirst: async (chargeId) => asaas.changeInstallment(chargeId, 1, { status: 'RECEIVED' }),
    refundByHand: async (chargeId, cents) => asaas.refundByHand(chargeId, cents / 100),
    finishRefund: async (chargeId, accepted) => asaas.finishRefund(chargeId, accepted),
    setBalance: async (cents) => asaas.setBalance(cents === null ? null : cents / 100),
    broken: ({ apiKey = asaas.apiKey, url = asaas.url }) =>
      asaasGateway({ ...UNCOUNTED, apiUrl: url, apiKey, webhookTokens: [asaas.webhookToken] }),
    send(chargeId, state, { id = randomUUID(), forged = false } = {}) {
      // For an installment plan, Asaas reports each payment of the plan.
      const { id: paymentId, installment } = asaas.first(chargeId)
      const payment = {
        object: 'payment',
        id: paymentId,
        installment,
        externalReference: null,
        ...STATES[state],
      }
      const body = JSON.stringify({ id, event: EVENTS[state], dateCreated: '2026-11-22 10:00:00', payment })
      const token = forged ? 'guessed' : asaas.webhookToken
      return post(app, '/webhooks/asaas', { 'asaas-access-token': token }, body)
    },
  }
}

/** Asaas' own sandbox, with the API key of an account there. Its webhooks do not reach a test. */
export function asaasOwnSandbox(key: string): TestedGateway {
  const url = 'https://api-sandbox.asaas.com/v3'
  const broken: TestedGateway['broken'] = ({ apiKey = key, url: apiUrl = url }) =>
    asaasGateway({ ...UNCOUNTED, apiUrl, apiKey, webhookTokens: [] })
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
