import { get, set } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { EventInput } from '#contract/event-management/event-document.ts'
import { eventProblems } from '#contract/event-management/event-rules.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import { VALIDATION } from '#contract/validation.ts'
import { type EventForm, remaining } from './event-form.ts'
import { totalsOf, valuesOf } from './offer.ts'
import { formPath, inputOf } from './sent-event.ts'

const NO_PAYMENT_METHOD = 'Por favor, selecione ao menos uma forma de pagamento.'

/** All problems that the browser can detect: first invalid values, then violated rules. */
export const problemsOf = (form: EventForm, fees: FeePolicy, isDraft: boolean): FieldProblem[] =>
  sentProblems(form, fees, isDraft).map(({ field, message }) => ({ field: formPath(form, field), message }))

/** Contradictions between valid fields, such as dates out of order. Shown while the user types. */
export const crossProblemsOf = (form: EventForm, fees: FeePolicy): FieldProblem[] =>
  checked(form, fees, true).proven.map(({ field, message }) => ({ field: formPath(form, field), message }))

function sentProblems(form: EventForm, fees: FeePolicy, isDraft: boolean): FieldProblem[] {
  const ofForm = [...ownerProblems(form), ...(isDraft ? [] : paymentProblems(form)), ...couponProblems(form)]
  const { invalid, proven } = checked(form, fees, isDraft)
  return unique([...ofForm, ...invalid, ...proven])
}

function checked(form: EventForm, fees: FeePolicy, isDraft: boolean) {
  const input = inputOf(form)
  const parsed = EventInput.safeParse(input)
  if (parsed.success) return { invalid: [], proven: eventProblems(parsed.data, fees, { isDraft }) }
  const invalid = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  const copy = EventInput.safeParse(withPlaceholders(input, parsed.error.issues))
  const broken = new Set(invalid.map(({ field }) => field))
  const others = copy.success ? eventProblems(copy.data, fees, { isDraft }) : []
  // The placeholder of an invalid field must not cause a problem of that field or of one compared with it.
  const isProven = ({ field }: FieldProblem) =>
    !broken.has(field) && ![...broken].some((one) => isComparedWith(field, one))
  return { invalid, proven: others.filter(isProven) }
}

const DAYS_BEFORE: Readonly<Record<string, string>> = { end_date: 'start_date', date_event: 'end_date' }

/** A contradiction between two days is told at the one that was changed last. */
export const toldAt = (problems: readonly FieldProblem[], form: EventForm, changed: string | null) =>
  problems.map((problem) => {
    const day = DAYS_BEFORE[problem.field]
    const isHere = changed !== null && day === changed && dayOf(form, problem.field) < dayOf(form, day)
    return isHere ? { ...problem, field: changed } : problem
  })
const dayOf = (form: EventForm, field: string) => String(get(form, field))

function isComparedWith(field: string, other: string): boolean {
  const holder = field.slice(0, field.lastIndexOf('.') + 1)
  if (field.endsWith('.rate_organizer')) return other.startsWith(holder) && other.endsWith('.value')
  // A tier ends on a day, after a number of registrations, or both.
  if (field.endsWith('.ends_on')) return other === `${holder}quantity`
  return DAYS_BEFORE[field] === other
}

/** An event needs a payment method unless all its kits are free. An event without kits needs one too. */
export function lacksPaymentMethod({
  products,
  payment_methods: methods,
}: Pick<EventForm, 'products' | 'payment_methods'>): boolean {
  const sold = remaining(products)
  const isFree =
    sold.length > 0 &&
    sold.every((kit) => !valuesOf(kit).includes('') && totalsOf(kit).every((total) => total === 0))
  return !isFree && !methods.some(({ status }) => status === ITEM_STATUS.active)
}

const paymentProblems = (form: EventForm): FieldProblem[] =>
  lacksPaymentMethod(form) ? [{ field: 'payment_methods', message: NO_PAYMENT_METHOD }] : []

const ownerProblems = ({ organizer_id: id }: EventForm): FieldProblem[] =>
  id === '' ? [{ field: 'organizer_id', message: VALIDATION.required }] : []

/** A coupon whose kit or tier was removed would apply to all of them. The server refuses it too. */
function couponProblems({ discount_cupons, products }: EventForm): FieldProblem[] {
  const kits = remaining(products)
  const known = (items: readonly { id: number }[]) => new Set(['', ...items.map(({ id }) => String(id))])
  const [kitIds, tierIds] = [known(kits), known(kits.flatMap(({ tiers }) => remaining(tiers)))]
  return remaining(discount_cupons).flatMap(({ product_id: kit, tier_id: tier }, i) => [
    ...(kitIds.has(kit)
      ? []
      : [{ field: `discount_cupons.${i}.product_id`, message: 'O kit deste cupom não existe mais.' }]),
    ...(tierIds.has(tier)
      ? []
      : [{ field: `discount_cupons.${i}.tier_id`, message: 'O lote deste cupom não existe mais.' }]),
  ])
}

const PLACEHOLDERS: Readonly<Record<string, unknown>> = {
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
  rate: null,
  shirt_value: null,
  proof_days_before: null,
  bib_from: null,
  bib_to: null,
  source_url: null,
  start_date: '2000-01-01',
  end_date: '2000-01-01',
  date_event: '2000-01-01',
  kit_delivery_date: null,
  kit_opens_at: null,
  kit_until: null,
  kit_closes_at: null,
  changes_until: null,
  changes_fee: '0',
  deferral_until: null,
  deferral_fee: '0',
  returns_until: null,
  returns_fee: '0',
  transfers_until: null,
  transfers_from: null,
  transfers_fee: '0',
  transfers_most: '1',
  groups_until: null,
  group_free_every: null,
  starts_on: null,
  ends_on: null,
  release_on: null,
  start_time: '00:00',
  state: 'SP',
  contact_email: 'a@exemplo.test',
  sex: null,
  min_age: null,
  max_age: null,
  min_members: null,
  regulation: null,
  route: null,
  course: null,
  url_disclosure: null,
  url_map: null,
}

/** Replaces invalid values with placeholders, so that the rules can check the other fields. */
function withPlaceholders(input: object, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(input)
  for (const { path } of issues) {
    const name = String(path.at(-1))
    // Placeholders must differ, because names and codes are compared with each other.
    set(copy, path.join('.'), name in PLACEHOLDERS ? PLACEHOLDERS[name] : path.join('.'))
  }
  return copy
}

const unique = (problems: readonly FieldProblem[]) =>
  problems.filter(
    ({ field, message }, i) =>
      problems.findIndex((other) => other.field === field && other.message === message) === i,
  )
