import type { z } from 'zod'
import { instantIn } from '#contract/dates.ts'
import { AsaasMessage } from '#contract/payment.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import { AppError } from '#server/lib/errors.ts'
import { sameSecret, sha256Hex } from '#server/lib/tokens.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import {
  type ChargeRequest,
  CREATION_MS,
  GatewayRefusal,
  type PaymentGateway,
  type RefundRequest,
} from '../gateway.ts'
import { chargeIdOf, isPlan, refundParts, toCharge, toCharges, toPlanRefunds } from './charges.ts'
import { asaasClient, read, readCreated } from './client.ts'
import * as protocol from './protocol.ts'
import { refundDescription, toRefunds } from './refunds.ts'
import { statusOf, statusOfMessage } from './status.ts'

interface AsaasSettings {
  /** Without a slash at its end. */
  apiUrl: string
  apiKey: string
  webhookToken: string
}

const TOKEN_HEADER = 'asaas-access-token'
/** Looking for the customer, creating it and creating the charge, with a margin for what is around them. */
const CREATION_CALLS_MS = CREATION_MS - 2_000
/** The most that a list answers. */
const LIST_LIMIT = 100

/** Asaas' API v3. It creates two of anything when asked twice, so everything is looked up by our reference first. */
export function asaasGateway({ webhookToken, ...settings }: AsaasSettings): PaymentGateway {
  const call = asaasClient(settings)

  /** Of a charge: one, or those of its installments. Null when Asaas does not know it. */
  async function findPayments(chargeId: string): Promise<protocol.AsaasPayment[] | null> {
    const path = pathOf(chargeId)
    const answer = await call('GET', isPlan(chargeId) ? `${path}/payments?limit=${LIST_LIMIT}` : path)
    if (answer.status !== 404)
      return isPlan(chargeId)
        ? read(answer, protocol.PaymentList).data
        : [read(answer, protocol.AsaasPayment)]
    // Any server answers 404 to a wrong address: only one that lists charges says that this one does not exist.
    read(await call('GET', '/payments?limit=1'), protocol.PaymentList)
    return null
  }

  async function getPayments(chargeId: string): Promise<[protocol.AsaasPayment, ...protocol.AsaasPayment[]]> {
    const [first, ...others] = (await findPayments(chargeId)) ?? []
    if (!first) throw new Error('Asaas does not know the charge')
    return [first, ...others]
  }

  async function listPaymentRefunds(paymentId: string) {
    const answer = await call('GET', `${pathOf(paymentId)}/refunds`)
    return toRefunds(read(answer, protocol.RefundList).data)
  }

  const listPlanRefunds = (payments: readonly protocol.AsaasPayment[]) =>
    Promise.all(payments.map(async (payment) => ({ payment, refunds: await listPaymentRefunds(payment.id) })))

  async function refundPayment(paymentId: string, amountCents: number, description: string): Promise<void> {
    const body = { value: amountCents / 100, description }
    readCreated(await call('POST', `${pathOf(paymentId)}/refund`, { body }), protocol.AsaasPayment)
  }

  /** From the last installment on; only the rest when parts of it have gone out already. */
  async function refundPlan(
    payments: readonly protocol.AsaasPayment[],
    { reference, amountCents, description }: RefundRequest,
  ): Promise<void> {
    const listed = await listPlanRefunds(payments)
    const sent = listed
      .flatMap(({ refunds }) => refunds)
      .filter((one) => one.reference === reference && one.status !== 'cancelled')
      .reduce((sum, one) => sum + one.amountCents, 0)
    const parts = refundParts(listed, amountCents - sent)
    if (!parts) throw new GatewayRefusal('O valor da devolução é maior que o que resta do parcelamento.')
    for (const part of parts)
      await refundPayment(part.paymentId, part.amountCents, refundDescription(description, reference))
  }

  /** A customer is made of what a charge says about its payer: whoever changes the e-mail address becomes another one. */
  async function ensureCustomer({ name, cpf, email }: ChargeRequest['payer'], signal: AbortSignal) {
    const reference = `payer:${sha256Hex(JSON.stringify([cpf, name, email])).slice(0, 32)}`
    const found = read(
      await call('GET', `/customers?${new URLSearchParams({ externalReference: reference })}`, { signal }),
      protocol.CustomerList,
    )
    const known = found.data.find((one) => one.externalReference === reference && !one.deleted)
    if (known) return known.id
    // Without the phone, which Asaas refuses when it is no mobile's. Its own e-mails and messages would double ours.
    const body = { name, cpfCnpj: cpf, email, externalReference: reference, notificationDisabled: true }
    return readCreated(await call('POST', '/customers', { body, signal }), protocol.Customer).id
  }

  /** Null when the charge cannot be paid this way, or not any more. */
  async function readCode<S extends z.ZodType>(chargeId: string, name: string, schema: S) {
    const answer = await call('GET', `${pathOf(chargeId)}/${name}`)
    return answer.status === 400 || answer.status === 404 ? null : read(answer, schema)
  }

  return {
    provider: 'asaas',
    canSplit: true,

    async findCharges(externalReference) {
      const query = new URLSearchParams({ externalReference, limit: String(LIST_LIMIT) })
      const { data } = read(await call('GET', `/payments?${query}`), protocol.PaymentList)
      return toCharges(data.filter((payment) => payment.externalReference === externalReference))
    },

    async createCharge(request) {
      const signal = AbortSignal.timeout(CREATION_CALLS_MS)
      const customer = await ensureCustomer(request.payer, signal)
      const body = {
        customer,
        billingType: protocol.BILLING_TYPES[request.type],
        ...(request.installments > 1
          ? { installmentCount: request.installments, totalValue: request.amountCents / 100 }
          : { value: request.amountCents / 100 }),
        // Asaas knows no time of day: at `expiresAt` the expiry sweep deletes the charge.
        dueDate: request.dueOn,
        description: request.description,
        externalReference: request.externalReference,
        ...(request.split && { split: [splitOf(request.split, request.installments)] }),
      }
      const payment = readCreated(await call('POST', '/payments', { body, signal }), protocol.AsaasPayment)
      const id = chargeIdOf(payment)
      return toCharge(id, isPlan(id) ? await getPayments(id) : [payment])
    },

    async getCharge(chargeId) {
      return toCharge(chargeId, await getPayments(chargeId))
    },

    async listCharges(day, offset) {
      const query = new URLSearchParams({
        'dateCreated[ge]': day,
        'dateCreated[le]': day,
        offset: String(offset),
        limit: String(LIST_LIMIT),
      })
      const { data, hasMore } = read(await call('GET', `/payments?${query}`), protocol.PaymentList)
      // One charge with a status that we do not know must not hide the others of its page.
      const known = data.filter((payment) => statusOf(payment) !== null)
      // A page may end within a plan, which is read whole where its first installment is.
      const single = known.filter(({ installment }) => !installment)
      const plans = known.flatMap(({ installment, installmentNumber }) =>
        installment && installmentNumber === 1 ? [installment] : [],
      )
      const charges = toCharges(single)
      for (const id of plans) charges.push(toCharge(id, await getPayments(id)))
      return { charges, next: hasMore ? offset + data.length : null }
    },

    async paymentDetails(chargeId) {
      const [{ billingType, invoiceUrl, bankSlipUrl }] = await getPayments(chargeId)
      const pix = billingType === 'PIX' ? await readCode(chargeId, 'pixQrCode', protocol.PixQrCode) : null
      const boleto =
        billingType === 'BOLETO'
          ? await readCode(chargeId, 'identificationField', protocol.IdentificationField)
          : null
      return {
        paymentLink: invoiceUrl,
        pix: pix && { payload: pix.payload, expiresAt: toInstant(pix.expirationDate) },
        boleto: boleto && {
          digitableLine: boleto.identificationField,
          barcode: boleto.barCode,
          pdfUrl: bankSlipUrl ?? null,
        },
      }
    },

    async cancelCharge(chargeId) {
      const answer = await call('DELETE', pathOf(chargeId))
      if (answer.status < 400) return read(answer, protocol.Deletion).deleted
      // Refused, because it is paid, in analysis or deleted already; or unknown.
      const payments = await findPayments(chargeId)
      return payments?.every((payment) => statusOf(payment) === PAYMENT_STATUS.cancelled) ?? true
    },

    async refund(request) {
      const { chargeId, reference, amountCents, description } = request
      const payments = await getPayments(chargeId)
      const [{ billingType, pixTransaction, value }] = payments
      if (isPlan(chargeId)) {
        await refundPlan(payments, request)
        return { requestUrl: null }
      }
      if (billingType !== 'BOLETO' || pixTransaction) {
        await refundPayment(chargeId, amountCents, refundDescription(description, reference))
        return { requestUrl: null }
      }
      // Asked for twice, a boleto is refunded once: there is one refund of it, of all that was paid.
      if (Math.round(value * 100) !== amountCents)
        throw new GatewayRefusal(
          'O Asaas só devolve um boleto por inteiro. Devolva esta parte por transferência.',
        )
      return readCreated(await call('POST', `${pathOf(chargeId)}/bankSlip/refund`), protocol.BoletoRefund)
    },

    async listRefunds(chargeId) {
      if (!isPlan(chargeId)) return listPaymentRefunds(chargeId)
      const listed = await listPlanRefunds(await getPayments(chargeId))
      return toPlanRefunds(listed.map(({ payment, refunds }) => ({ paymentId: payment.id, refunds })))
    },

    readNotice(headers, body) {
      const token = headers[TOKEN_HEADER]
      if (typeof token !== 'string' || !sameSecret(token, webhookToken)) throw new AppError('bad_signature')
      const { data: message } = AsaasMessage.safeParse(parsed(body))
      // Any answer but 200 makes Asaas pause its queue: also what we cannot read is stored.
      const id = message?.id ?? `sha256:${sha256Hex(body.toString('latin1'))}`
      const payment = message?.payment
      return {
        externalId: id,
        chargeId: payment ? chargeIdOf(payment) : null,
        externalReference: payment?.externalReference ?? null,
        kind: message?.event ?? 'unreadable',
        status: payment && message ? statusOfMessage(message.event, payment) : null,
        concernsRefunds: message?.event.includes('REFUND') ?? false,
      }
    },
  }
}

const pathOf = (chargeId: string): string =>
  `/${isPlan(chargeId) ? 'installments' : 'payments'}/${encodeURIComponent(chargeId)}`

/** Of an installment plan, Asaas divides the amount among its payments. */
const splitOf = ({ walletId, amountCents }: NonNullable<ChargeRequest['split']>, installments: number) => ({
  walletId,
  [installments > 1 ? 'totalFixedValue' : 'fixedValue']: amountCents / 100,
})

const toInstant = (text: string): Date => instantIn(BANK_ZONE, text.slice(0, 10), text.slice(11, 16))

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
