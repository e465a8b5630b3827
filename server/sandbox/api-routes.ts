import type { FastifyInstance, FastifyReply } from 'fastify'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import type {
  Charge,
  ChargePage,
  GatewayRefund,
  PaymentDetails,
} from '#server/features/payment/gateways/gateway.ts'
import { sameSecret } from '#server/lib/tokens.ts'
import { cancelCharge, openCharge } from './change-charge.ts'
import { deadlineOf, feeOf, installmentsOf, isPayable } from './charge-life.ts'
import { boletoDigits, pixPayload } from './payment-codes.ts'
import { NewCharge, NewRefund, REFUND_STATUS, STATUS } from './protocol.ts'
import {
  findCharge,
  listCharges,
  listChargesOf,
  listDisputed,
  listOpenSince,
  listRefunds,
  type SandboxCharge,
  type SandboxRefund,
} from './queries.ts'
import { refundCharge } from './refund-charge.ts'

interface ById {
  Params: { id: string }
}

const MINIMUM_CENTS = 500
const PAGE = 100
const REFUND_REFUSALS = {
  not_paid: 'Só é possível estornar uma cobrança paga.',
  too_much: 'O valor do estorno é maior que o valor disponível da cobrança.',
  only_whole: 'Um boleto só pode ser estornado por inteiro.',
  no_balance: 'O saldo da conta é insuficiente para o estorno.',
} as const
const REFUND_REFUSAL_STATUS = { not_paid: 400, too_much: 400, only_whole: 409, no_balance: 402 } as const

/** The sandbox gateway's API; every call needs its key. */
export async function sandboxApiRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  const hosted = (path: string) => `${deps.config.publicUrl}/sandbox/${path}`

  const toCharge = (charge: SandboxCharge): Charge => ({
    id: charge.id,
    externalReference: charge.external_reference,
    status: STATUS[charge.status],
    amountCents: charge.amount_cents,
    paidAt: charge.paid_at,
    paymentLink: hosted(`pagar/${charge.id}`),
    feeCents: feeOf(charge),
    disputed: charge.disputed_at !== null,
    ...(charge.installments > 1 && { installments: installmentsOf(charge) }),
  })

  const toRefund = (refund: SandboxRefund): GatewayRefund => ({
    id: refund.id,
    reference: refund.external_reference,
    amountCents: refund.amount_cents,
    status: REFUND_STATUS[refund.status],
    requestUrl: refund.status === 'AWAITING_PAYER' ? hosted(`devolver/${refund.id}`) : null,
    receiptUrl: null,
    doneAt: refund.done_at,
  })

  scope.addHook('onRequest', async ({ headers }, reply) => {
    if (!sameSecret(headers.authorization ?? '', `Bearer ${deps.secrets.sandboxKey}`))
      return refuse(reply, 401, 'A chave de API é inválida.')
  })

  scope.post('/charges', async (request, reply) => {
    const { data } = NewCharge.safeParse(request.body)
    if (!data) return refuse(reply, 400, 'Os dados da cobrança são inválidos.')
    if (data.installments > 1 && data.type !== PAYMENT_TYPE.card)
      return refuse(reply, 400, 'Só o cartão pode ser parcelado.')
    if (data.amountCents < MINIMUM_CENTS * data.installments)
      return refuse(reply, 400, 'O valor da cobrança não pode ser menor que R$ 5,00.')
    return toCharge(await openCharge(deps, data))
  })

  scope.get<{ Querystring: { externalReference: string } }>('/charges', async ({ query }) =>
    (await listCharges(deps.db, query.externalReference)).map(toCharge),
  )

  scope.get<{ Params: { day: string }; Querystring: { offset: string } }>(
    '/days/:day/charges',
    async ({ params, query }): Promise<ChargePage> => {
      const offset = Number(query.offset)
      const charges = await listChargesOf(deps.db, params.day, { offset, limit: PAGE })
      return { charges: charges.map(toCharge), next: charges.length < PAGE ? null : offset + PAGE }
    },
  )

  scope.get<{ Querystring: { from: string; offset: string } }>(
    '/open-charges',
    async ({ query }): Promise<ChargePage> => {
      const offset = Number(query.offset)
      const charges = await listOpenSince(deps.db, query.from, { offset, limit: PAGE })
      return { charges: charges.map(toCharge), next: charges.length < PAGE ? null : offset + PAGE }
    },
  )

  scope.get<{ Querystring: { offset: string } }>(
    '/disputed-charges',
    async ({ query }): Promise<ChargePage> => {
      const offset = Number(query.offset)
      const charges = await listDisputed(deps.db, { offset, limit: PAGE })
      return { charges: charges.map(toCharge), next: charges.length < PAGE ? null : offset + PAGE }
    },
  )

  scope.get<ById>('/charges/:id', async ({ params }, reply) => {
    const charge = await findCharge(deps.db, params.id)
    return charge ? toCharge(charge) : refuseUnknown(reply)
  })

  scope.get<ById>('/charges/:id/details', async ({ params }, reply) => {
    const charge = await findCharge(deps.db, params.id)
    if (!charge) return refuseUnknown(reply)
    const method = isPayable(charge, deps.clock.now()) ? charge.method : null
    return {
      // A boleto can be paid by Pix too.
      pix:
        method === 'PIX' || method === 'BOLETO'
          ? { payload: pixPayload(charge), expiresAt: deadlineOf(charge) }
          : null,
      boleto: method === 'BOLETO' ? boletoDigits(charge) : null,
    } satisfies PaymentDetails
  })

  scope.delete<ById>('/charges/:id', ({ params }) => cancelCharge(deps, params.id))

  scope.post<ById>('/charges/:id/refunds', async ({ params, body }, reply) => {
    const { data } = NewRefund.safeParse(body)
    if (!data) return refuse(reply, 400, 'Os dados do estorno são inválidos.')
    const refund = await refundCharge(deps, params.id, data)
    if (refund === 'unknown_charge') return refuseUnknown(reply)
    if (typeof refund !== 'string') return toRefund(refund)
    return refuse(reply, REFUND_REFUSAL_STATUS[refund], REFUND_REFUSALS[refund])
  })

  scope.get<ById>('/charges/:id/refunds', async ({ params }, reply) => {
    if (!(await findCharge(deps.db, params.id))) return refuseUnknown(reply)
    return (await listRefunds(deps.db, params.id)).map(toRefund)
  })
}

const refuseUnknown = (reply: FastifyReply) => refuse(reply, 404, 'Cobrança não encontrada.')

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message })
