import type { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'
import { eventProblems } from '#contract/event-rules.ts'
import { EventInput } from '#contract/organizer-event.ts'
import type { FeePolicy } from '#contract/price.ts'
import { VALIDATION } from '#contract/validation.ts'
import { type EventForm, kept } from './event-form.ts'
import { totalOf } from './offer.ts'
import { formPath, inputOf } from './sent-event.ts'

const NO_PAYMENT_METHOD = 'Por favor, selecione ao menos uma forma de pagamento.'

/** Every problem of the form the browser can tell, by the form's paths: first values that cannot be sent, then what the rules refuse. */
export const problemsOf = (form: EventForm, fees: FeePolicy, isDraft: boolean): FieldProblem[] =>
  sentProblems(form, fees, isDraft).map(({ field, message }) => ({ field: formPath(form, field), message }))

/** What fields say against each other, as dates out of order, whatever else is missing or wrong; told while one types. */
export const crossProblemsOf = (form: EventForm, fees: FeePolicy): FieldProblem[] =>
  checked(form, fees, true).proven.map(({ field, message }) => ({ field: formPath(form, field), message }))

function sentProblems(form: EventForm, fees: FeePolicy, isDraft: boolean): FieldProblem[] {
  const ofForm = [...ownerProblems(form), ...(isDraft ? [] : paymentProblems(form)), ...couponProblems(form)]
  const { invalid, proven } = checked(form, fees, isDraft)
  return unique([...ofForm, ...invalid, ...proven])
}

/** The values that cannot be sent, and what the rules refuse of the others. */
function checked(form: EventForm, fees: FeePolicy, isDraft: boolean) {
  const input = inputOf(form)
  const parsed = EventInput.safeParse(input)
  if (parsed.success) return { invalid: [], proven: eventProblems(parsed.data, fees, { isDraft }) }
  const invalid = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  const mended = EventInput.safeParse(mend(input, parsed.error.issues))
  const broken = new Set(invalid.map(({ field }) => field))
  const others = mended.success ? eventProblems(mended.data, fees, { isDraft }) : []
  // A stand-in proves nothing about the field it stands for, or about one that is compared with it.
  const isProven = ({ field }: FieldProblem) =>
    ![field, ...comparedWith(field)].some((one) => broken.has(one))
  return { invalid, proven: others.filter(isProven) }
}

const DAYS_BEFORE: Readonly<Record<string, string>> = { end_date: 'start_date', date_event: 'end_date' }

function comparedWith(field: string): string[] {
  const day = DAYS_BEFORE[field]
  return [...(day ? [day] : []), field.replace(/rate_organizer$/, 'value')]
}

/** An event that costs something needs a payment method; one without kits yet counts as such. */
export function lacksPaymentMethod({
  products,
  payment_methods: methods,
}: Pick<EventForm, 'products' | 'payment_methods'>): boolean {
  const sold = kept(products)
  const isFree = sold.length > 0 && sold.every((kit) => kit.value !== '' && totalOf(kit) === 0)
  return !isFree && !methods.some(({ status }) => status === 1)
}

const paymentProblems = (form: EventForm): FieldProblem[] =>
  lacksPaymentMethod(form) ? [{ field: 'payment_methods', message: NO_PAYMENT_METHOD }] : []

const ownerProblems = ({ organizer_id: id }: EventForm): FieldProblem[] =>
  id === '' ? [{ field: 'organizer_id', message: VALIDATION.required }] : []

/** The server refuses such a coupon too: without its kit it would take something off every kit. */
function couponProblems({ discount_cupons, products }: EventForm): FieldProblem[] {
  const known = new Set(['', ...kept(products).map(({ id }) => String(id))])
  return kept(discount_cupons).flatMap(({ product_id: id }, i) =>
    known.has(id)
      ? []
      : [{ field: `discount_cupons.${i}.product_id`, message: 'O kit deste cupom não existe mais.' }],
  )
}

/** Valid stand-ins by field name; other fields get their path as text. */
const HARMLESS: Readonly<Record<string, unknown>> = {
  value: '0',
  price: null,
  rate_organizer: '0',
  vacancy_limit: null,
  max_unpaid_per_account: '1',
  max_installments: '1',
  min_installment: '5.00',
  quantity: null,
  days_before: 0,
  refund_rate: '0',
  start_date: '2000-01-01',
  end_date: '2000-01-01',
  date_event: '2000-01-01',
  kit_delivery_date: null,
  start_time: '00:00',
  state: 'SP',
  contact_email: 'a@exemplo.test',
  regulation: null,
  route: null,
  course: null,
  url_disclosure: null,
  url_map: null,
}

/** The input with every invalid value replaced by a stand-in, so that the rules can check the rest. */
function mend(input: object, issues: readonly z.core.$ZodIssue[]): unknown {
  const mended: unknown = structuredClone(input)
  for (const { path } of issues) {
    const name = String(path.at(-1))
    let parent = mended
    for (const key of path.slice(0, -1)) parent = member(parent, key)
    if (typeof parent === 'object' && parent !== null)
      // A distinct text: names and codes are compared with each other.
      Object.assign(parent, { [name]: name in HARMLESS ? HARMLESS[name] : path.join('.') })
  }
  return mended
}

const member = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const unique = (problems: readonly FieldProblem[]) =>
  problems.filter(
    ({ field, message }, i) =>
      problems.findIndex((other) => other.field === field && other.message === message) === i,
  )
