import type { z } from 'zod'
import { dayIn, instantIn } from '#contract/dates.ts'
import { AsaasMessage } from '#contract/payment.ts'
import { isPaid, PAYMENT_STATUS } from '#contract/payment-status.ts'
import { AppError } from '#server/lib/errors.ts'
import { sameSecret, sha256Hex } from '#server/lib/tokens.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import {
  type Charge,
  type ChargeRequest,
  CREATION_MS,
  GatewayRefusal,
  type PaymentGateway,
} from '../gateway.ts'
import { type Answer, asaasClient } from './client.ts'
import * as protocol from './protocol.ts'
import { refundDescription, toRefunds } from './refunds.ts'
import { isDisputed, statusOf, statusOfMessage } from './status.ts'

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

  async function findPayment(chargeId: string): Promise<protocol.AsaasPayment | null> {
    const answer = await call('GET', `/payments/${encodeURIComponent(chargeId)}`)
    if (answer.status !== 404) return read(answer, protocol.AsaasPayment)
    // Any server answers 404 to a wrong address: only one that lists charges says that this one does not exist.
    read(await call('GET', '/payments?limit=1'), protocol.PaymentList)
    return null
  }

  async function getPayment(chargeId: string): Promise<protocol.AsaasPayment> {
    const payment = await findPayment(chargeId)
    if (!payment) throw new Error('Asaas does not know the charge')
    return payment
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
    const answer = await call('GET', `/payments/${encodeURIComponent(chargeId)}/${name}`)
    return answer.status === 400 || answer.status === 404 ? null : read(answer, schema)
  }

  return {
    provider: 'asaas',

    async findCharges(externalReference) {
      const query = new URLSearchParams({ externalReference, limit: String(LIST_LIMIT) })
      const { data } = read(await call('GET', `/payments?${query}`), protocol.PaymentList)
      return data.filter((payment) => payment.externalReference === externalReference).map(toCharge)
    },

    async createCharge(request) {
      const signal = AbortSignal.timeout(CREATION_CALLS_MS)
      const customer = await ensureCustomer(request.payer, signal)
      const body = {
        customer,
        billingType: protocol.BILLING_TYPES[request.type],
        value: request.amountCents / 100,
        // Asaas knows no time of day: at `expiresAt` the expiry sweep deletes the charge.
        dueDate: request.dueOn,
        description: request.description,
        externalReference: request.externalReference,
      }
      return toCharge(readCreated(await call('POST', '/payments', { body, signal }), protocol.AsaasPayment))
    },

    async getCharge(chargeId) {
      return toCharge(await getPayment(chargeId))
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
      return { charges: known.map(toCharge), next: hasMore ? offset + data.length : null }
    },

    async paymentDetails(chargeId) {
      const { billingType, invoiceUrl, bankSlipUrl } = await getPayment(chargeId)
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
      const answer = await call('DELETE', `/payments/${encodeURIComponent(chargeId)}`)
      if (answer.status < 400) return read(answer, protocol.Deletion).deleted
      // Refused, because it is paid, in analysis or deleted already; or unknown.
      const payment = await findPayment(chargeId)
      return payment === null || statusOf(payment) === PAYMENT_STATUS.cancelled
    },

    async refund({ chargeId, reference, amountCents, description }) {
      const payment = await getPayment(chargeId)
      const path = `/payments/${encodeURIComponent(chargeId)}`
      const { billingType, pixTransaction, value } = payment
      if (billingType !== 'BOLETO' || pixTransaction) {
        const body = { value: amountCents / 100, description: refundDescription(description, reference) }
        readCreated(await call('POST', `${path}/refund`, { body }), protocol.AsaasPayment)
        return { requestUrl: null }
      }
      // Asked for twice, a boleto is refunded once: there is one refund of it, of all that was paid.
      if (Math.round(value * 100) !== amountCents)
        throw new GatewayRefusal(
          'O Asaas só devolve um boleto por inteiro. Devolva esta parte por transferência.',
        )
      return readCreated(await call('POST', `${path}/bankSlip/refund`), protocol.BoletoRefund)
    },

    async listRefunds(chargeId) {
      const answer = await call('GET', `/payments/${encodeURIComponent(chargeId)}/refunds`)
      return toRefunds(read(answer, protocol.RefundList).data)
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
        chargeId: payment?.id ?? null,
        externalReference: payment?.externalReference ?? null,
        kind: message?.event ?? 'unreadable',
        status: payment && message ? statusOfMessage(message.event, payment) : null,
        concernsRefunds: message?.event.includes('REFUND') ?? false,
      }
    },
  }
}

/** @throws {GatewayRefusal} for a 400 with Asaas' reasons. */
function readCreated<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  const refusal = answer.status === 400 ? protocol.Refusal.safeParse(answer.body).data : undefined
  if (refusal) throw new GatewayRefusal(refusal.errors.map(({ description }) => description).join(' '))
  return read(answer, schema)
}

function read<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  if (answer.status >= 400) throw new Error(`Asaas answered ${answer.status}`)
  return schema.parse(answer.body)
}

function toCharge(payment: protocol.AsaasPayment): Charge {
  const status = statusOf(payment)
  if (status === null) throw new Error(`Asaas reports the unknown status ${payment.status}`)
  return {
    id: payment.id,
    externalReference: payment.externalReference ?? '',
    status,
    amountCents: Math.round((payment.originalValue ?? payment.value) * 100),
    paidAt: paidAt(payment),
    paymentLink: payment.invoiceUrl,
    feeCents:
      isPaid(status) && payment.netValue ? Math.round((payment.value - payment.netValue) * 100) : null,
    disputed: isDisputed(payment),
  }
}

/** Asaas tells the day: its last minute, and for today null, that is when we hear of it. */
function paidAt({ clientPaymentDate, confirmedDate, paymentDate }: protocol.AsaasPayment): Date | null {
  const day = clientPaymentDate ?? confirmedDate ?? paymentDate
  return day && day < dayIn(BANK_ZONE, new Date()) ? instantIn(BANK_ZONE, day, '23:59') : null
}

const toInstant = (text: string): Date => instantIn(BANK_ZONE, text.slice(0, 10), text.slice(11, 16))

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
