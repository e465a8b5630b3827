import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { addDays, dayIn } from '#contract/dates.ts'
import { isCpf } from '#contract/documents.ts'
import { formatCents } from '#contract/money.ts'

/*
 * A stand-in for Asaas on loopback: the documented shapes of API v3 that the product uses, with fields that it does not use, and
 * what goes wrong between two parties. It creates two of anything when asked twice, as Asaas does.
 */

const NewCustomer = z.object({ name: z.string().min(1), cpfCnpj: z.string(), externalReference: z.string() })
const NewPayment = z.object({
  customer: z.string(),
  billingType: z.enum(['PIX', 'BOLETO', 'CREDIT_CARD', 'UNDEFINED']),
  value: z.number().optional(),
  installmentCount: z.int().min(2).max(21).optional(),
  totalValue: z.number().optional(),
  split: z
    .array(
      z.object({
        walletId: z.uuid(),
        fixedValue: z.number().optional(),
        totalFixedValue: z.number().optional(),
      }),
    )
    .optional(),
  dueDate: z.iso.date(),
  description: z.string().max(500),
  externalReference: z.string(),
})

interface StoredPayment extends Omit<z.infer<typeof NewPayment>, 'installmentCount' | 'totalValue'> {
  id: string
  value: number
  /** The plan it is an installment of. */
  installment: string | null
  installmentNumber: number | null
  status: string
  deleted: boolean
  dateCreated: string
  originalValue: number | null
  paymentDate: string | null
  clientPaymentDate: string | null
  confirmedDate: string | null
  chargeback: { id: string; status: string; reason: string } | null
  pixTransaction: string | null
  refunds: StoredRefund[] | null
}

interface StoredRefund {
  status: string
  value: number
  dateCreated: string
  description: string | null
  effectiveDate: string | null
  transactionReceiptUrl: string | null
  endToEndIdentifier: string | null
  refundedSplits: []
}

const NewRefund = z.object({ value: z.number().positive(), description: z.string().max(300) })

interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** What a call meets instead of its answer. It is carried out when its answer is lost: the connection ends, or stays silent. */
type Trouble = Answer | 'lost' | 'silent'

export interface AsaasStandIn {
  /** With the version's path, as `ASAAS_API_URL` has it. */
  url: string
  apiKey: string
  webhookToken: string
  /** The calls so far, oldest first: `POST /payments`. */
  calls: { call: string; userAgent: string | undefined }[]
  customers: z.infer<typeof NewCustomer>[]
  /** What the next call of an endpoint (`POST /payments`) meets. */
  trouble(call: string, trouble: Trouble): void
  /** What every call meets; null: its answer. */
  troubleAll(trouble: ((call: string) => Trouble | null) | null): void
  /** Changes a charge, as its payer, the bank or the operator would. */
  change(id: string, change: Partial<StoredPayment>): void
  /** The same of one installment of a plan. */
  changeInstallment(id: string, number: number, change: Partial<StoredPayment>): void
  /** The payment of a charge, the first one of a plan's; the charge's id for one that there is not. */
  first(id: string): Pick<StoredPayment, 'id' | 'installment' | 'split'>
  /** All payments, as far as a recount needs them. */
  list(): Pick<StoredPayment, 'id' | 'externalReference' | 'status' | 'deleted'>[]
  /** Refunds a part of a charge on Asaas' own pages. */
  refundByHand(id: string, value: number): void
  /** Ends the refund of a boleto that waits for its payer. */
  finishRefund(id: string, accepted: boolean): void
  /** What refunds can be paid from, in reais; null is no limit. */
  setBalance(value: number | null): void
  /** The body of a message about a charge's present state. */
  message(event: string, paymentId: string, id?: string): string
  close(): Promise<void>
}

export async function startAsaas(): Promise<AsaasStandIn> {
  const apiKey = `$aact_hmlg_${randomBytes(20).toString('hex')}`
  const payments = new Map<string, StoredPayment>()
  const customers = new Map<string, z.infer<typeof NewCustomer>>()
  const calls: AsaasStandIn['calls'] = []
  const troubles: [string, Trouble][] = []
  let forAll: ((call: string) => Trouble | null) | null = null
  let url = ''
  let balance: number | null = null

  /** With more fields than the product knows. */
  const shown = (payment: StoredPayment) => ({
    object: 'payment',
    ...payment,
    netValue: payment.value - 1.99,
    invoiceUrl: `${url}/i/${payment.id.slice(4)}`,
    invoiceNumber: '06898322',
    bankSlipUrl: payment.billingType === 'BOLETO' ? `${url}/b/pdf/${payment.id.slice(4)}` : null,
    transactionReceiptUrl: null,
    anticipated: false,
    discount: { value: 0, limitDate: null, dueDateLimitDays: 0, type: 'FIXED' },
    somethingNew: { since: 'yesterday' },
  })
  const list = <T>(data: T[]) => ({
    status: 200,
    body: { object: 'list', hasMore: false, totalCount: data.length, limit: 100, offset: 0, data },
  })
  const refusal = (description: string): Answer => ({
    status: 400,
    body: { errors: [{ code: 'invalid_value', description }] },
  })

  /** Deleted ones are not listed. */
  function listPayments(query: URLSearchParams, matches: (payment: StoredPayment) => boolean): Answer {
    const [from, to] = [query.get('dateCreated[ge]'), query.get('dateCreated[le]')]
    const [offset, limit] = [
      Number(query.get('offset') ?? 0),
      Math.min(Number(query.get('limit') ?? 10), 100),
    ]
    const data = [...payments.values()]
      .filter((one) => matches(one) && !one.deleted)
      .filter(({ dateCreated }) => (!from || dateCreated >= from) && (!to || dateCreated <= to))
      .reverse()
      .map(shown)
    const hasMore = data.length > offset + limit
    const page = data.slice(offset, offset + limit)
    return {
      status: 200,
      body: { object: 'list', hasMore, totalCount: data.length, limit, offset, data: page },
    }
  }

  function createCustomer(body: unknown): Answer {
    const customer = NewCustomer.parse(body)
    if (!isCpf(customer.cpfCnpj)) return refusal('O CPF/CNPJ informado é inválido.')
    const id = `cus_${randomBytes(6).toString('hex')}`
    customers.set(id, customer)
    return {
      status: 200,
      body: { object: 'customer', id, ...customer, personType: 'FISICA', deleted: false },
    }
  }

  function createPayment(body: unknown): Answer {
    const { installmentCount = 1, totalValue, value, ...payment } = NewPayment.parse(body)
    if (!customers.has(payment.customer)) return refusal('O cliente informado é inválido ou não existe.')
    const total = Math.round((value ?? totalValue ?? 0) * 100)
    const each = Math.floor(total / installmentCount)
    if (each < 500)
      return refusal(
        `O valor da cobrança (${formatCents(each)}) menos o valor do desconto (R$ 0,00) não pode ser menor que R$ 5,00.`,
      )
    const toSplit = (payment.split ?? []).reduce(
      (sum, { fixedValue, totalFixedValue }) => sum + (fixedValue ?? totalFixedValue ?? 0),
      0,
    )
    if (toSplit * 100 > total - 199 * installmentCount)
      return refusal('O valor total do Split excede o valor líquido da cobrança.')
    const installment = installmentCount > 1 ? randomUUID() : null
    const created = Array.from({ length: installmentCount }, (_, i) => {
      // What does not divide is charged with the last installment.
      const cents = i === installmentCount - 1 ? total - each * i : each
      return addPayment({
        ...payment,
        value: cents / 100,
        installment,
        installmentNumber: installment && i + 1,
        dueDate: addDays(payment.dueDate, 30 * i),
      })
    })
    return { status: 200, body: shown(created[0] as StoredPayment) }
  }

  function addPayment(
    payment: Pick<StoredPayment, 'value' | 'installment' | 'installmentNumber'> &
      Omit<z.infer<typeof NewPayment>, 'value'>,
  ): StoredPayment {
    const created: StoredPayment = {
      ...payment,
      id: `pay_${randomBytes(8).toString('hex')}`,
      status: 'PENDING',
      deleted: false,
      dateCreated: dayIn('America/Sao_Paulo', new Date()),
      originalValue: null,
      paymentDate: null,
      clientPaymentDate: null,
      confirmedDate: null,
      chargeback: null,
      pixTransaction: null,
      refunds: null,
    }
    payments.set(created.id, created)
    return created
  }

  const planOf = (id: string) => [...payments.values()].filter(({ installment }) => installment === id)

  function answerAboutPlan(id: string, method: string, part: string | undefined): Answer {
    const plan = planOf(id)
    if (plan.length === 0) return { status: 404 }
    if (method === 'GET' && part === 'payments') return list(plan.map(shown))
    if (method !== 'DELETE' || part) return { status: 404 }
    if (!plan.every(isPayable)) return refusal('Só é possível remover cobranças pendentes ou vencidas.')
    for (const payment of plan) payment.deleted = true
    return { status: 200, body: { deleted: true, id } }
  }

  /** What Asaas keeps of a refund; our reference is in its description. */
  function addRefund(
    payment: StoredPayment,
    value: number,
    status: string,
    description: string | null,
  ): void {
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ')
    const isDone = status === 'DONE'
    payment.refunds ??= []
    // The latest first.
    payment.refunds.unshift({
      status,
      value,
      dateCreated: now,
      description,
      effectiveDate: isDone ? now : null,
      transactionReceiptUrl: isDone ? `${url}/comprovantes/${payment.id}` : null,
      endToEndIdentifier: null,
      refundedSplits: [],
    })
    finishIfWhole(payment)
  }

  function finishIfWhole(payment: StoredPayment): void {
    const done = (payment.refunds ?? []).filter(({ status }) => status === 'DONE')
    if (Math.round(sumOf(done) * 100) === Math.round(payment.value * 100)) payment.status = 'REFUNDED'
  }

  const isPayable = ({ deleted, status }: StoredPayment) =>
    !deleted && ['PENDING', 'OVERDUE'].includes(status)

  const sumOf = (refunds: readonly StoredRefund[]) => refunds.reduce((sum, { value }) => sum + value, 0)

  function refund(payment: StoredPayment, body: unknown, isBoleto: boolean): Answer {
    if (!['CONFIRMED', 'RECEIVED'].includes(payment.status))
      return refusal('Somente cobranças confirmadas ou recebidas podem ser estornadas.')
    const standing = (payment.refunds ?? []).filter(({ status }) => status !== 'CANCELLED')
    const { value, description } = isBoleto
      ? { value: payment.value, description: null }
      : NewRefund.parse(body)
    if (Math.round((sumOf(standing) + value) * 100) > Math.round(payment.value * 100))
      return refusal('O valor do estorno excede o valor disponível da cobrança.')
    if (balance !== null && value > balance) return refusal('Saldo insuficiente para realizar o estorno.')
    addRefund(payment, value, isBoleto ? 'AWAITING_CUSTOMER_EXTERNAL_AUTHORIZATION' : 'DONE', description)
    return { status: 200, body: isBoleto ? { requestUrl: `${url}/estorno/${payment.id}` } : shown(payment) }
  }

  function answerAbout(
    payment: StoredPayment,
    method: string,
    part: string | undefined,
    body: unknown,
  ): Answer {
    switch (`${method} ${part ?? ''}`) {
      case 'GET ':
        return { status: 200, body: shown(payment) }
      case 'DELETE ':
        if (!isPayable(payment)) return refusal('Só é possível remover cobranças pendentes ou vencidas.')
        payment.deleted = true
        return { status: 200, body: { deleted: true, id: payment.id } }
      case 'GET pixQrCode':
        if (!isPayable(payment)) return refusal('A cobrança não está disponível para pagamento.')
        return {
          status: 200,
          body: {
            encodedImage: 'iVBORw0KGgo=',
            payload: `00020101021226730014br.gov.bcb.pix2551pix.example/${payment.id}6304ABCD`,
            expirationDate: `${addDays(payment.dueDate, 365)} 23:59:59`,
          },
        }
      case 'GET identificationField':
        if (!isPayable(payment) || payment.billingType !== 'BOLETO')
          return refusal('A cobrança não é um boleto.')
        return {
          status: 200,
          body: { identificationField: '0'.repeat(47), nossoNumero: '6543', barCode: '1'.repeat(44) },
        }
      case 'POST refund':
        return refund(payment, body, false)
      case 'POST bankSlip':
        return refund(payment, undefined, true)
      case 'GET refunds':
        return list(payment.refunds ?? [])
      default:
        return { status: 404 }
    }
  }

  function answer(method: string, path: string, query: URLSearchParams, body: unknown): Answer {
    const [resource, id, part] = path.split('/').slice(2)
    const reference = query.get('externalReference')
    const matches = (one: { externalReference: string }) =>
      reference === null || one.externalReference === reference
    if (method === 'POST' && !id) return resource === 'customers' ? createCustomer(body) : createPayment(body)
    if (method === 'GET' && !id)
      return resource === 'customers'
        ? list([...customers].filter(([, one]) => matches(one)).map(([key, one]) => ({ id: key, ...one })))
        : listPayments(query, matches)
    if (resource === 'installments') return answerAboutPlan(id ?? '', method, part)
    const payment = payments.get(id ?? '')
    return resource === 'payments' && payment ? answerAbout(payment, method, part, body) : { status: 404 }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const method = request.method ?? ''
    const call = `${method} ${pathname.replace('/v3', '').replace(/\/((pay|cus)_\w+|[0-9a-f-]{36})/, '/:id')}`
    calls.push({ call, userAgent: request.headers['user-agent'] })
    const body = await text(request)
    const index = troubles.findIndex(([endpoint]) => endpoint === call)
    const trouble = index < 0 ? forAll?.(call) : troubles.splice(index, 1)[0]?.[1]
    if (!pathname.startsWith('/v3/')) return send(response, { status: 404 })
    if (typeof trouble === 'object' && trouble) return send(response, trouble)
    if (request.headers.access_token !== apiKey || !request.headers['user-agent'])
      return send(response, { status: 401, body: { errors: [{ code: 'invalid_access_token' }] } })
    if (method === 'GET' && body) return send(response, { status: 403 })
    const answered = answer(method, pathname, searchParams, body ? JSON.parse(body) : undefined)
    if (trouble === 'silent') return
    if (trouble === 'lost') return void request.socket.destroy()
    send(response, answered)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => send(response, { status: 500, body: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`
  /** A charge's payments: one, or those of its plan. */
  const all = (id: string): StoredPayment[] => {
    const payment = payments.get(id)
    return payment ? [payment] : planOf(id)
  }
  const get = (id: string): StoredPayment => {
    const [payment] = all(id)
    if (!payment) throw new Error(`there is no charge ${id}`)
    return payment
  }

  return {
    url,
    apiKey,
    webhookToken: randomBytes(24).toString('hex'),
    calls,
    get customers() {
      return [...customers.values()]
    },
    trouble: (call, trouble) => void troubles.push([call, trouble]),
    troubleAll(trouble) {
      forAll = trouble
    },
    list: () => [...payments.values()],
    change(id, change) {
      get(id)
      for (const payment of all(id)) Object.assign(payment, change)
    },
    changeInstallment(id, number, change) {
      Object.assign(planOf(id).find((one) => one.installmentNumber === number) ?? get(id), change)
    },
    first: (id) => all(id)[0] ?? { id, installment: null, split: [] },
    refundByHand: (id, value) => addRefund(get(id), value, 'DONE', 'Estorno pelo painel'),
    finishRefund(id, accepted) {
      const payment = get(id)
      const waiting = payment.refunds?.find(({ status }) => status.startsWith('AWAITING'))
      if (waiting) waiting.status = accepted ? 'DONE' : 'CANCELLED'
      finishIfWhole(payment)
    },
    setBalance(value) {
      balance = value
    },
    message: (event, paymentId, id = `evt_${randomBytes(16).toString('hex')}&${payments.size}`) =>
      JSON.stringify({ id, event, dateCreated: '2026-11-22 10:00:00', payment: shown(get(paymentId)) }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
