import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { addDays, dayIn } from '#contract/dates.ts'
import { isCpf } from '#contract/documents.ts'
import { formatCents } from '#contract/money.ts'
import { type Clock, systemClock } from '#server/lib/clock.ts'

/* A stand-in for Asaas on the loopback interface: the documented shapes of API v3 that the product uses,
   with additional fields, and network failures. As Asaas does, it creates two objects when asked twice. */

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
  /** When it was made, in milliseconds. */
  madeAt: number
  /** Deposits and transfers have no page on which they are paid. */
  isHosted: boolean
  /** The id of the installment plan to which the payment belongs. */
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
  /** The status of its splits; null for the one that follows from the payment's status. */
  splitStatus: string | null
  refunds: StoredRefund[] | null
}

interface StoredRefund {
  madeAt: number
  status: string
  value: number
  dateCreated: string
  description: string | null
  effectiveDate: string | null
  transactionReceiptUrl: string | null
  endToEndIdentifier: string | null
  refundedSplits: { id: string; value: number; done: boolean }[]
}

const NewRefund = z.object({
  value: z.number().positive(),
  description: z.string().max(300),
  splitRefunds: z.array(z.object({ id: z.string(), value: z.number().positive() })).default([]),
})

interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/**
 * What happens to a call instead of its normal response. `lost` ends the connection and `silent` never
 * answers; both carry out the call. `unsent` ends the connection without carrying it out.
 */
type Trouble = Answer | 'lost' | 'silent' | 'unsent'

/** What Asaas' documentation leaves open, or allows. */
interface AsaasBehaviour {
  /** Charges and refunds are listed this many milliseconds after they were made. */
  listDelayMs: number
  /** Descriptions of refunds are cut to this length. */
  refundDescriptionLength: number
  /** How long it takes to make or delete each payment of a plan, in real milliseconds. */
  planStepMs: number
  /** Every further call is answered 429 until the window ends, which begins with its first call. */
  limit: { calls: number; windowMs: number } | null
  /** Whether refunds wait until the operator authorizes them. */
  refundsNeedAuthorization: boolean
  /** Whether a card may be refunded in several parts. */
  refundsCardsInParts: boolean
  /** The answer to a second request to refund a boleto: a link, no link, or a refusal. */
  repeatedBoletoRefund: 'link' | 'no_link' | 'refusal'
}

const AS_DOCUMENTED: AsaasBehaviour = {
  listDelayMs: 0,
  refundDescriptionLength: 300,
  planStepMs: 0,
  limit: null,
  refundsNeedAuthorization: false,
  refundsCardsInParts: true,
  repeatedBoletoRefund: 'link',
}

export interface AsaasStandIn {
  /** Includes the path of the API version, as `ASAAS_API_URL` does. */
  url: string
  apiKey: string
  webhookToken: string
  /** All calls, oldest first, as `POST /payments`. */
  calls: { call: string; path: string; userAgent: string | undefined }[]
  customers: z.infer<typeof NewCustomer>[]
  /** Makes the next call of an endpoint (`POST /payments`) fail in this way. */
  trouble(call: string, trouble: Trouble): void
  /** Makes every call fail in the way that the function returns; null restores normal responses. */
  troubleAll(trouble: ((call: string) => Trouble | null) | null): void
  /** Behaves in this way, otherwise as documented. */
  behave(behaviour?: Partial<AsaasBehaviour>): void
  /** Adds a payment that was not made by a call, and returns its id. */
  add(payment?: Partial<StoredPayment>): string
  /** Changes a charge as its payer, the bank or the operator would. */
  change(id: string, change: Partial<StoredPayment>): void
  /** Changes one installment of a plan. */
  changeInstallment(id: string, number: number, change: Partial<StoredPayment>): void
  /**
   * Returns the payment of a charge, or the first payment of a plan. For an unknown charge, `id` is the given
   * id.
   */
  first(id: string): Pick<StoredPayment, 'id' | 'installment' | 'split'>
  /** Returns all payments, with the fields that a recount needs. */
  list(): Pick<
    StoredPayment,
    'id' | 'externalReference' | 'installment' | 'status' | 'deleted' | 'dueDate' | 'billingType'
  >[]
  /** Refunds a part of a charge, in reais, on Asaas' own pages. */
  refundByHand(id: string, value: number): void
  /** Ends the refund of a charge that waits for its payer or the operator. */
  finishRefund(id: string, accepted: boolean): void
  /** Sets the balance from which refunds are made, in reais; null means unlimited. */
  setBalance(value: number | null): void
  /** Deletes all customers, as the operator can on Asaas' own pages. */
  deleteCustomers(): void
  /** Returns the body of a webhook about a charge's current state. */
  message(event: string, paymentId: string, id?: string): string
  close(): Promise<void>
}

export async function startAsaas({ clock = systemClock }: { clock?: Clock } = {}): Promise<AsaasStandIn> {
  const apiKey = `$aact_hmlg_${randomBytes(20).toString('hex')}`
  const payments = new Map<string, StoredPayment>()
  const customers = new Map<string, z.infer<typeof NewCustomer>>()
  const calls: AsaasStandIn['calls'] = []
  const troubles: [string, Trouble][] = []
  let forAll: ((call: string) => Trouble | null) | null = null
  let url = ''
  let balance: number | null = null
  let behaviour = AS_DOCUMENTED
  let window = { endsAt: 0, calls: 0 }
  const nowMs = () => clock.now().getTime()

  /** The splits of a payment with what stands of each. */
  const splitsOf = (payment: StoredPayment) =>
    (payment.split ?? []).map(({ walletId, fixedValue, totalFixedValue }, i) => {
      const plan = payment.installment ? planOf(payment.installment).length : 1
      const totalValue = fixedValue ?? Math.round(((totalFixedValue ?? 0) / plan) * 100) / 100
      const id = `split-${payment.id}-${i}`
      const back = (payment.refunds ?? [])
        .flatMap(({ refundedSplits }) => refundedSplits)
        .filter((part) => part.id === id)
        .reduce((sum, { value }) => sum + value, 0)
      const credited = payment.status === 'RECEIVED' ? 'DONE' : 'PENDING'
      const status = payment.splitStatus ?? (back >= totalValue ? 'REFUNDED' : credited)
      return { id, walletId, fixedValue, totalValue, status, left: totalValue - back }
    })

  /** Contains more fields than the product knows. */
  const shown = (payment: StoredPayment) => ({
    object: 'payment',
    ...payment,
    split: payment.split ? splitsOf(payment) : null,
    netValue: payment.value - 1.99,
    ...(payment.isHosted && { invoiceUrl: `${url}/i/${payment.id.slice(4)}` }),
    invoiceNumber: '06898322',
    bankSlipUrl: payment.billingType === 'BOLETO' ? `${url}/b/pdf/${payment.id.slice(4)}` : null,
    transactionReceiptUrl: null,
    anticipated: false,
    discount: { value: 0, limitDate: null, dueDateLimitDays: 0, type: 'FIXED' },
    somethingNew: { since: 'yesterday' },
  })
  /** A page of a list, of 10 items unless more are asked for, at most 100. */
  function list<T, S>(items: readonly T[], query: URLSearchParams, shownItem: (item: T) => S): Answer {
    const offset = Number(query.get('offset') ?? 0)
    const limit = Math.min(Number(query.get('limit') ?? 10), 100)
    const data = items.slice(offset, offset + limit).map(shownItem)
    const hasMore = items.length > offset + limit
    return { status: 200, body: { object: 'list', hasMore, totalCount: items.length, limit, offset, data } }
  }
  const isListed = ({ madeAt }: { madeAt: number }) => madeAt + behaviour.listDelayMs <= nowMs()
  const refusal = (description: string, code = 'invalid_value'): Answer => ({
    status: 400,
    body: { errors: [{ code, description }] },
  })

  /** Deleted payments are not listed. */
  function listPayments(query: URLSearchParams, matches: (payment: StoredPayment) => boolean): Answer {
    const [from, to] = [query.get('dateCreated[ge]'), query.get('dateCreated[le]')]
    const data = [...payments.values()]
      .filter((one) => matches(one) && !one.deleted && isListed(one))
      .filter(({ dateCreated }) => (!from || dateCreated >= from) && (!to || dateCreated <= to))
      .filter(({ status }) => !query.has('status') || status === query.get('status'))
      .reverse()
    return list(data, query, shown)
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

  async function createPayment(body: unknown): Promise<Answer> {
    const { installmentCount = 1, totalValue, value, ...payment } = NewPayment.parse(body)
    if (!customers.has(payment.customer))
      return refusal('Customer inválido ou não informado.', 'invalid_customer')
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
    const created: StoredPayment[] = []
    for (let i = 0; i < installmentCount; i++) {
      // The remainder of the division is charged with the last installment.
      const cents = i === installmentCount - 1 ? total - each * i : each
      if (installment && behaviour.planStepMs > 0) await wait(behaviour.planStepMs)
      created.push(
        addPayment({
          ...payment,
          value: cents / 100,
          installment,
          installmentNumber: installment && i + 1,
          dueDate: addDays(payment.dueDate, 30 * i),
        }),
      )
    }
    return { status: 200, body: shown(created[0] as StoredPayment) }
  }

  function addPayment(payment: Partial<StoredPayment>): StoredPayment {
    const today = dayIn('America/Sao_Paulo', clock.now())
    const created: StoredPayment = {
      id: `pay_${randomBytes(8).toString('hex')}`,
      customer: '',
      billingType: 'PIX',
      value: 10,
      dueDate: today,
      description: '',
      externalReference: '',
      installment: null,
      installmentNumber: null,
      madeAt: nowMs(),
      isHosted: true,
      status: 'PENDING',
      deleted: false,
      dateCreated: today,
      originalValue: null,
      paymentDate: null,
      clientPaymentDate: null,
      confirmedDate: null,
      chargeback: null,
      pixTransaction: null,
      splitStatus: null,
      refunds: null,
      ...payment,
    }
    payments.set(created.id, created)
    return created
  }

  const planOf = (id: string) => [...payments.values()].filter(({ installment }) => installment === id)

  async function answerAboutPlan(
    id: string,
    method: string,
    part: string | undefined,
    query: URLSearchParams,
  ): Promise<Answer> {
    const plan = planOf(id)
    if (plan.length === 0) return { status: 404 }
    if (method === 'GET' && part === 'payments') return list(plan, query, shown)
    if (method !== 'DELETE' || part) return { status: 404 }
    if (!plan.every(isPayable)) return refusal('Só é possível remover cobranças pendentes ou vencidas.')
    for (const payment of plan) {
      if (behaviour.planStepMs > 0) await wait(behaviour.planStepMs)
      payment.deleted = true
    }
    return { status: 200, body: { deleted: true, id } }
  }

  /** Stores a refund. Our reference is in its description, as at Asaas. */
  function addRefund(
    payment: StoredPayment,
    value: number,
    status: string,
    { description, refundedSplits = [] }: Pick<StoredRefund, 'description'> & Partial<StoredRefund>,
  ): void {
    const now = clock.now().toISOString().slice(0, 19).replace('T', ' ')
    const isDone = status === 'DONE'
    payment.refunds ??= []
    // Asaas lists the latest first.
    payment.refunds.unshift({
      madeAt: nowMs(),
      status,
      value,
      dateCreated: now,
      description: description?.slice(0, behaviour.refundDescriptionLength) ?? null,
      effectiveDate: isDone ? now : null,
      transactionReceiptUrl: isDone ? `${url}/comprovantes/${payment.id}` : null,
      endToEndIdentifier: null,
      refundedSplits,
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
    const standing = (payment.refunds ?? []).filter((one) => one.status !== 'CANCELLED')
    if (isBoleto && standing.length > 0 && behaviour.repeatedBoletoRefund !== 'refusal')
      return { status: 200, body: behaviour.repeatedBoletoRefund === 'link' ? requestOf(payment) : {} }
    if (payment.billingType === 'CREDIT_CARD' && standing.length > 0 && !behaviour.refundsCardsInParts)
      return refusal('A cobrança já foi estornada.')
    const {
      value,
      description,
      splitRefunds = [],
    } = isBoleto ? { value: payment.value, description: null } : NewRefund.parse(body)
    if (Math.round((sumOf(standing) + value) * 100) > Math.round(payment.value * 100))
      return refusal('O valor do estorno excede o valor disponível da cobrança.')
    if (balance !== null && value > balance) return refusal('Saldo insuficiente para realizar o estorno.')
    // A refund of the whole payment takes everything back from the wallets; another one what it names.
    const isWhole = value === payment.value
    const refundedSplits = isWhole
      ? splitsOf(payment).map(({ id, left }) => ({ id, value: left, done: true }))
      : splitRefunds.map((part) => ({ ...part, done: true }))
    const ended = behaviour.refundsNeedAuthorization ? 'AWAITING_CRITICAL_ACTION_AUTHORIZATION' : 'DONE'
    const status = isBoleto ? 'AWAITING_CUSTOMER_EXTERNAL_AUTHORIZATION' : ended
    addRefund(payment, value, status, { description, refundedSplits })
    return { status: 200, body: isBoleto ? requestOf(payment) : shown(payment) }
  }

  const requestOf = ({ id }: StoredPayment) => ({ requestUrl: `${url}/estorno/${id}` })

  function answerAbout(
    payment: StoredPayment,
    method: string,
    part: string | undefined,
    { query, body }: { query: URLSearchParams; body: unknown },
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
        return list((payment.refunds ?? []).filter(isListed), query, (refund) => refund)
      default:
        return { status: 404 }
    }
  }

  async function answer(
    method: string,
    path: string,
    query: URLSearchParams,
    body: unknown,
  ): Promise<Answer> {
    const [resource, id, part] = path.split('/').slice(2)
    const reference = query.get('externalReference')
    const matches = (one: { externalReference: string }) =>
      reference === null || one.externalReference === reference
    if (method === 'POST' && !id) return resource === 'customers' ? createCustomer(body) : createPayment(body)
    if (method === 'GET' && !id)
      return resource === 'customers'
        ? list(
            [...customers].filter(([, one]) => matches(one)),
            query,
            ([key, one]) => ({ id: key, ...one }),
          )
        : listPayments(query, matches)
    if (resource === 'installments') return answerAboutPlan(id ?? '', method, part, query)
    const payment = payments.get(id ?? '')
    return resource === 'payments' && payment
      ? answerAbout(payment, method, part, { query, body })
      : { status: 404 }
  }

  /** 429 with the seconds until the window ends, once its calls are used up. */
  function limited(): Answer | null {
    const { limit } = behaviour
    if (!limit) return null
    if (nowMs() >= window.endsAt) window = { endsAt: nowMs() + limit.windowMs, calls: 0 }
    window.calls += 1
    if (window.calls <= limit.calls) return null
    const seconds = Math.ceil((window.endsAt - nowMs()) / 1000)
    return { status: 429, headers: { 'RateLimit-Remaining': '0', 'RateLimit-Reset': String(seconds) } }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const method = request.method ?? ''
    const call = `${method} ${pathname.replace('/v3', '').replace(/\/((pay|cus)_\w+|[0-9a-f-]{36})/, '/:id')}`
    calls.push({ call, path: pathname, userAgent: request.headers['user-agent'] })
    const body = await text(request)
    const index = troubles.findIndex(([endpoint]) => endpoint === call)
    const trouble = index < 0 ? forAll?.(call) : troubles.splice(index, 1)[0]?.[1]
    if (!pathname.startsWith('/v3/')) return send(response, { status: 404 })
    if (trouble === 'unsent') return void request.socket.destroy()
    if (typeof trouble === 'object' && trouble) return send(response, trouble)
    const refused = limited()
    if (refused) return send(response, refused)
    if (request.headers.access_token !== apiKey || !request.headers['user-agent'])
      return send(response, { status: 401, body: { errors: [{ code: 'invalid_access_token' }] } })
    if (method === 'GET' && body) return send(response, { status: 403 })
    const answered = await answer(method, pathname, searchParams, body ? JSON.parse(body) : undefined)
    if (trouble === 'silent') return
    if (trouble === 'lost') return void request.socket.destroy()
    send(response, answered)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => send(response, { status: 500, body: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`
  /** The payments of a charge: one, or all of an installment plan. */
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
    behave(change = {}) {
      behaviour = { ...AS_DOCUMENTED, ...change }
      window = { endsAt: 0, calls: 0 }
    },
    add: (payment = {}) => addPayment(payment).id,
    change(id, change) {
      get(id)
      for (const payment of all(id)) Object.assign(payment, change)
    },
    changeInstallment(id, number, change) {
      Object.assign(planOf(id).find((one) => one.installmentNumber === number) ?? get(id), change)
    },
    first: (id) => all(id)[0] ?? { id, installment: null, split: [] },
    refundByHand: (id, value) => addRefund(get(id), value, 'DONE', { description: 'Estorno pelo painel' }),
    finishRefund(id, accepted) {
      const payment = get(id)
      const waiting = payment.refunds?.find(({ status }) => status.startsWith('AWAITING'))
      if (waiting) waiting.status = accepted ? 'DONE' : 'CANCELLED'
      finishIfWhole(payment)
    },
    setBalance(value) {
      balance = value
    },
    deleteCustomers: () => customers.clear(),
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
