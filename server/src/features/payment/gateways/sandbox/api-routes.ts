import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { sameSecret } from '#server/lib/tokens.ts'
import { cancelCharge, openCharge } from './change-charge.ts'
import { deadlineOf, feeOf, installmentsOf, isPayable } from './charge-life.ts'
import { boletoDigits, pixPayload } from './payment-codes.ts'
import {
  type ChargeAnswer,
  type DetailsAnswer,
  MINIMUM_CENTS,
  NewCharge,
  NewRefund,
  type RefundAnswer,
  type Refusal,
} from './protocol.ts'
import {
  findCharge,
  listCharges,
  listChargesOf,
  listRefunds,
  type SandboxCharge,
  type SandboxRefund,
} from './queries.ts'
import { refundCharge } from './refund-charge.ts'

interface ById {
  Params: { id: string }
}

interface ChargeQuery {
  external_reference?: string
  /** `yyyy-mm-dd`, with `offset` of the page. */
  created_on?: string
  offset?: string
}

const PAGE = 100
const REFUND_REFUSALS = {
  not_paid: 'Só é possível estornar uma cobrança paga.',
  too_much: 'O valor do estorno é maior que o valor disponível da cobrança.',
  no_balance: 'O saldo da conta é insuficiente para o estorno.',
} as const

/** The sandbox gateway's API; every call needs its key. */
export async function sandboxApiRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  const paymentUrl = (charge: SandboxCharge) => `${deps.config.publicUrl}/sandbox/pagar/${charge.id}`

  const answer = (charge: SandboxCharge): ChargeAnswer => ({
    id: charge.id,
    external_reference: charge.external_reference,
    status: charge.status,
    amount_cents: charge.amount_cents,
    paid_at: charge.paid_at?.toISOString() ?? null,
    is_disputed: charge.disputed_at !== null,
    fee_cents: feeOf(charge),
    installments: charge.installments > 1 ? installmentsOf(charge) : null,
    payment_url: paymentUrl(charge),
  })

  const answerRefund = (refund: SandboxRefund): RefundAnswer => ({
    id: refund.id,
    external_reference: refund.external_reference,
    amount_cents: refund.amount_cents,
    status: refund.status,
    request_url:
      refund.status === 'AWAITING_PAYER' ? `${deps.config.publicUrl}/sandbox/devolver/${refund.id}` : null,
    done_at: refund.done_at?.toISOString() ?? null,
  })

  scope.addHook('onRequest', async (request, reply) => {
    const key = request.headers.authorization ?? ''
    if (!sameSecret(key, `Bearer ${deps.secrets.sandboxKey}`))
      return refuse(reply, 401, 'invalid_key', 'A chave de API é inválida.')
  })

  scope.post('/charges', async (request, reply) => {
    const charge = NewCharge.safeParse(request.body)
    if (!charge.success) return refuse(reply, 400, 'invalid_charge', 'Os dados da cobrança são inválidos.')
    const { amount_cents: amountCents, installments, method } = charge.data
    if (installments > 1 && method !== 'CREDIT_CARD')
      return refuse(reply, 400, 'invalid_charge', 'Só o cartão pode ser parcelado.')
    if (amountCents < MINIMUM_CENTS * installments)
      return refuse(reply, 400, 'invalid_value', 'O valor da cobrança não pode ser menor que R$ 5,00.')
    return reply.code(201).send(answer(await openCharge(deps, charge.data)))
  })

  scope.get<{ Querystring: ChargeQuery }>('/charges', async ({ query }) => {
    const { external_reference, created_on, offset = '0' } = query
    if (!created_on)
      return { data: (await listCharges(deps.db, external_reference ?? '')).map(answer), next: null }
    const from = Number(offset)
    const charges = await listChargesOf(deps.db, created_on, { offset: from, limit: PAGE })
    return { data: charges.map(answer), next: charges.length < PAGE ? null : from + PAGE }
  })

  scope.get<ById>('/charges/:id', async ({ params }, reply) => {
    const charge = await findCharge(deps.db, params.id)
    return charge ? answer(charge) : refuseUnknown(reply)
  })

  scope.get<ById>('/charges/:id/details', async ({ params }, reply) => {
    const charge = await findCharge(deps.db, params.id)
    if (!charge) return refuseUnknown(reply)
    const method = isPayable(charge, deps.clock.now()) ? charge.method : null
    const { barcode, line } = boletoDigits(charge)
    return {
      payment_url: paymentUrl(charge),
      pix:
        method === 'PIX'
          ? { payload: pixPayload(charge), expires_at: deadlineOf(charge).toISOString() }
          : null,
      boleto: method === 'BOLETO' ? { digitable_line: line, barcode } : null,
    } satisfies DetailsAnswer
  })

  scope.post<ById>('/charges/:id/refunds', async ({ params, body }, reply) => {
    const request = NewRefund.safeParse(body)
    if (!request.success) return refuse(reply, 400, 'invalid_refund', 'Os dados do estorno são inválidos.')
    const refund = await refundCharge(deps, params.id, request.data)
    if (refund === 'unknown_charge') return refuseUnknown(reply)
    if (typeof refund === 'string') return refuse(reply, 400, refund, REFUND_REFUSALS[refund])
    return reply.code(201).send(answerRefund(refund))
  })

  scope.get<ById>('/charges/:id/refunds', async ({ params }, reply) => {
    if (!(await findCharge(deps.db, params.id))) return refuseUnknown(reply)
    return { data: (await listRefunds(deps.db, params.id)).map(answerRefund) }
  })

  scope.delete<ById>('/charges/:id', async ({ params }, reply) => {
    const cancelled = await cancelCharge(deps, params.id)
    if (!cancelled) return refuseUnknown(reply)
    if (!cancelled.done)
      return refuse(
        reply,
        409,
        'invalid_status',
        'Só é possível cancelar uma cobrança que ainda não foi paga.',
      )
    return answer(cancelled.charge)
  })
}

const refuseUnknown = (reply: FastifyReply) => refuse(reply, 404, 'not_found', 'Cobrança não encontrada.')

const refuse = (reply: FastifyReply, status: number, code: string, description: string) =>
  reply.code(status).send({ errors: [{ code, description }] } satisfies Refusal)
