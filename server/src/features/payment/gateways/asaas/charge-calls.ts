import type { z } from 'zod'
import { type IsoDate, instantIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE, type PaymentType } from '#contract/payment/payment-types.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import {
  type Charge,
  type ChargePage,
  type ChargeRequest,
  GatewayRefusal,
  type PaymentDetails,
} from '../gateway.ts'
import { chargeIdOf, isPlan, knownStatus, toCharge, toCharges } from './charges.ts'
import { type Asaas, read, readCreated } from './client.ts'
import * as protocol from './protocol.ts'
import { DISPUTE_STATUSES, statusOf } from './status.ts'

/** Maximum page size of Asaas' lists. */
const LIST_LIMIT = 100

export const pathOf = (chargeId: string): string =>
  `/${isPlan(chargeId) ? 'installments' : 'payments'}/${encodeURIComponent(chargeId)}`

/**
 * The payment of a charge, or the payments of an installment plan; null when Asaas does not know the charge.
 */
async function findPayments({ call }: Asaas, chargeId: string): Promise<protocol.AsaasPayment[] | null> {
  const path = pathOf(chargeId)
  const answer = await call('GET', isPlan(chargeId) ? `${path}/payments?limit=${LIST_LIMIT}` : path)
  if (answer.status !== 404)
    return isPlan(chargeId) ? read(answer, protocol.PaymentList).data : [read(answer, protocol.AsaasPayment)]
  // A server at a wrong address also responds with 404. The charge is unknown only if the server can list
  // charges.
  read(await call('GET', '/payments?limit=1'), protocol.PaymentList)
  return null
}

export async function getPayments(
  asaas: Asaas,
  chargeId: string,
): Promise<[protocol.AsaasPayment, ...protocol.AsaasPayment[]]> {
  const [first, ...others] = (await findPayments(asaas, chargeId)) ?? []
  if (!first) throw new Error('Asaas does not know the charge')
  return [first, ...others]
}

export async function getCharge(asaas: Asaas, chargeId: string): Promise<Charge> {
  return toCharge(chargeId, await getPayments(asaas, chargeId), asaas.clock.now())
}

export async function findCharges({ call, clock }: Asaas, externalReference: string): Promise<Charge[]> {
  const query = new URLSearchParams({ externalReference, limit: String(LIST_LIMIT) })
  const { data } = read(await call('GET', `/payments?${query}`), protocol.PaymentList)
  const own = data.filter((payment) => payment.externalReference === externalReference)
  return toCharges(own, clock.now())
}

export async function createCharge(asaas: Asaas, request: ChargeRequest): Promise<Charge> {
  const signal = AbortSignal.timeout(asaas.limits.creation)
  const { payer } = request
  const dataHash = sha256Hex(JSON.stringify([payer.cpf, payer.name, payer.email]))
  const stored = await asaas.customers.find({ userId: payer.userId, dataHash })
  const create = async (customer: string) => {
    const answer = await asaas.call('POST', '/payments', { body: chargeBody(request, customer), signal })
    return readCreated(answer, protocol.AsaasPayment)
  }
  const createWithNewCustomer = async () => create(await createCustomer(asaas, payer, { dataHash, signal }))
  const payment = stored
    ? await create(stored).catch((error) => {
        // The customer was deleted at Asaas.
        if (error instanceof GatewayRefusal && error.codes.includes('invalid_customer'))
          return createWithNewCustomer()
        throw error
      })
    : await createWithNewCustomer()
  const id = chargeIdOf(payment)
  return isPlan(id) ? getCharge(asaas, id) : toCharge(id, [payment], asaas.clock.now())
}

const chargeBody = (request: ChargeRequest, customer: string) => ({
  customer,
  billingType: protocol.BILLING_TYPES[request.type],
  ...(request.installments > 1
    ? { installmentCount: request.installments, totalValue: request.amountCents / 100 }
    : { value: request.amountCents / 100 }),
  // Asaas has no time of expiry: the expiry sweep deletes the charge at `expiresAt`.
  dueDate: request.dueOn,
  description: request.description,
  externalReference: request.externalReference,
  ...(request.split && { split: [splitOf(request.split, request.installments)] }),
})

/**
 * Creates a customer for the payer without a search: Asaas accepts several with the same CPF, so after a lost
 * answer a second one does no harm.
 */
async function createCustomer(
  { call, customers }: Asaas,
  { userId, name, cpf, email }: ChargeRequest['payer'],
  { dataHash, signal }: { dataHash: string; signal: AbortSignal },
): Promise<string> {
  // Without the phone, because Asaas rejects landline numbers. Asaas' own notifications are disabled, because
  // they would duplicate ours.
  const body = { name, cpfCnpj: cpf, email, externalReference: `payer:${userId}`, notificationDisabled: true }
  const { id } = readCreated(await call('POST', '/customers', { body, signal }), protocol.Customer)
  await customers.save({ userId, dataHash, customerId: id })
  return id
}

/** Asaas divides a plan's amount among its payments. */
const splitOf = ({ walletId, amountCents }: NonNullable<ChargeRequest['split']>, installments: number) => ({
  walletId,
  [installments > 1 ? 'totalFixedValue' : 'fixedValue']: amountCents / 100,
})

export async function listCharges(asaas: Asaas, day: IsoDate, offset: number): Promise<ChargePage> {
  const query = new URLSearchParams({
    'dateCreated[ge]': day,
    'dateCreated[le]': day,
    offset: String(offset),
    limit: String(LIST_LIMIT),
  })
  const { data, hasMore } = read(await asaas.call('GET', `/payments?${query}`), protocol.PaymentPage)
  // A charge with an unknown status must not hide the others on its page.
  const known = data.filter((payment) => statusOf(payment) !== null)
  // A page may end in the middle of a plan. The whole plan is read where its first installment is listed.
  const single = known.filter(({ installment }) => !installment)
  const plans = known.flatMap(({ installment, installmentNumber }) =>
    installment && installmentNumber === 1 ? [installment] : [],
  )
  const charges = toCharges(single, asaas.clock.now())
  for (const id of plans) charges.push(await getCharge(asaas, id))
  return { charges, next: hasMore ? offset + LIST_LIMIT : null }
}

/** All pages of a list. Items that cannot be read are not ours. */
async function* listPages(
  { call }: Asaas,
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<protocol.AsaasPayment[]> {
  for (let offset: number | null = 0; offset !== null; ) {
    const query = new URLSearchParams({ ...filter, offset: String(offset), limit: String(LIST_LIMIT) })
    const { data, hasMore }: z.output<typeof protocol.PaymentPage> = read(
      await call('GET', `/payments?${query}`),
      protocol.PaymentPage,
    )
    yield data
    offset = hasMore ? offset + LIST_LIMIT : null
  }
}

export async function* openCharges(
  asaas: Asaas,
  from: IsoDate,
  status: 'pending' | 'overdue',
): AsyncGenerator<Charge[]> {
  // Only whole plans could be compared, and a page may end in the middle of one.
  for await (const page of listPages(asaas, { status: status.toUpperCase(), 'dateCreated[ge]': from }))
    yield toCharges(
      page.filter(({ installment }) => !installment),
      asaas.clock.now(),
    )
}

export async function* disputedCharges(asaas: Asaas): AsyncGenerator<Pick<Charge, 'id' | 'status'>[]> {
  for (const status of DISPUTE_STATUSES)
    for await (const page of listPages(asaas, { status }))
      yield page.map((payment) => ({ id: chargeIdOf(payment), status: knownStatus(payment) }))
}

export async function paymentDetails(
  asaas: Asaas,
  chargeId: string,
  type: PaymentType,
): Promise<PaymentDetails> {
  const boleto =
    type === PAYMENT_TYPE.boleto
      ? await readCode(asaas, chargeId, 'identificationField', protocol.IdentificationField)
      : null
  const pix =
    type === PAYMENT_TYPE.pix
      ? await readCode(asaas, chargeId, 'pixQrCode', protocol.PixQrCode)
      : boleto && (await readBoletoPix(asaas, chargeId))
  return {
    pix: pix && { payload: pix.payload, expiresAt: toInstant(pix.expirationDate) },
    boleto: boleto && {
      digitableLine: boleto.identificationField,
      barcode: boleto.barCode,
    },
  }
}

/** Null when the charge cannot be paid this way, or no longer. */
async function readCode<S extends z.ZodType>({ call }: Asaas, chargeId: string, name: string, schema: S) {
  const answer = await call('GET', `${pathOf(chargeId)}/${name}`)
  return answer.status === 400 || answer.status === 404 ? null : read(answer, schema)
}

/** Null also when the call fails, which must not keep the boleto itself from its payer. */
const readBoletoPix = (asaas: Asaas, chargeId: string) =>
  readCode(asaas, chargeId, 'pixQrCode', protocol.PixQrCode).catch(() => null)

const toInstant = (text: string): Date => instantIn(BANK_ZONE, text.slice(0, 10), text.slice(11, 16))

export async function cancelCharge(asaas: Asaas, chargeId: string): Promise<boolean> {
  const signal = isPlan(chargeId) ? AbortSignal.timeout(asaas.limits.planDeletion) : undefined
  const answer = await asaas.call('DELETE', pathOf(chargeId), { ...(signal && { signal }) })
  if (answer.status < 400) return read(answer, protocol.Deletion).deleted
  // Rejected because the charge is paid, in analysis, already deleted or unknown.
  const payments = await findPayments(asaas, chargeId)
  const standing = (payments ?? []).filter((payment) => statusOf(payment) !== PAYMENT_STATUS.cancelled)
  if (standing.length === 0 || !isPlan(chargeId) || !standing.every(isPayable)) return standing.length === 0
  // An earlier deletion of the plan was interrupted: its remaining payments are deleted one by one.
  for (const { id } of standing) if (!(await cancelCharge(asaas, id))) return false
  return true
}

const isPayable = (payment: protocol.AsaasPayment): boolean => {
  const status = statusOf(payment)
  return status === PAYMENT_STATUS.pending || status === PAYMENT_STATUS.overdue
}
