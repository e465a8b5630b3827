import { randomUUID } from 'node:crypto'
import { addDays, dayIn } from '#contract/dates.ts'
import { priceOf } from '#contract/pricing/price.ts'
import type { NeededLevel, OrderRequest } from '#server/features/checkout/domain/order-request.ts'
import { at, type TestEvent } from './event.ts'
import { nextCpf } from './user.ts'

interface Choice {
  name?: string
  cpf?: string
  email?: string
  category?: number
  kit?: number
  size?: number
  coupon?: number
}

interface RequestOptions {
  key?: string
  requestHash?: string
  eventVersion?: number
  payTogether?: boolean
  /** The participants, the buyer first. */
  people?: Choice[]
}

/** An order as planned by the checkout, for tests of the write path. */
export function orderRequest(
  event: TestEvent,
  buyerUserId: number,
  { people = [{}], ...options }: RequestOptions = {},
): OrderRequest {
  const now = new Date()
  const key = options.key ?? randomUUID()
  const participants = people.map((person, who) => ({ who, ...planned(event, person) }))
  const totalCents = participants.reduce((sum, person) => sum + person.price.totalCents, 0)
  return {
    eventId: event.id,
    eventVersion: options.eventVersion ?? 1,
    buyerUserId,
    key,
    requestHash: options.requestHash ?? `hash of ${key}`,
    at: now,
    arrivedAt: performance.now(),
    hasFasterPayment: true,
    ip: null,
    paymentType: totalCents === 0 ? null : 0,
    couponId: null,
    groupId: null,
    teams: [],
    cancellationTiers: [],
    payTogether: options.payTogether ?? false,
    totalCents,
    provider: 'sandbox',
    dueOn: totalCents === 0 ? null : addDays(dayIn('America/Sao_Paulo', now), 1),
    terms: event.terms.map(({ id, version, kind }) => ({ id, version, kind })),
    answers: event.questionnaires.map(({ id, description }) => ({
      questionnaireId: id,
      question: description,
      accepted: true,
    })),
    participants,
  }
}

function planned(event: TestEvent, { name = 'Fulana de Tal', cpf = nextCpf(), ...choice }: Choice) {
  const category = at(event.categories, choice.category ?? 0)
  const kit = at(event.kits, choice.kit ?? 0)
  const size = kit.sizes[choice.size ?? 0] ?? null
  const coupon = choice.coupon === undefined ? null : at(event.coupons, choice.coupon)
  const levels: NeededLevel[] = [
    { id: event.levelId, kind: 'event', name: event.title },
    { id: category.modalityLevelId, kind: 'modality', name: 'modality' },
    { id: category.levelId, kind: 'category', name: category.name },
    { id: kit.levelId, kind: 'kit', name: kit.name },
  ]
  if (size) levels.push({ id: size.levelId, kind: 'shirt_size', name: size.name })
  if (coupon) levels.push({ id: coupon.levelId, kind: 'coupon', name: coupon.code })
  return {
    name,
    cpf,
    phone: '11987654321',
    email: choice.email ?? null,
    birth_date: '1990-05-20',
    sex: 1 as const,
    modalityId: category.modalityId,
    categoryId: category.id,
    kitId: kit.id,
    shirtSizeId: size?.id ?? null,
    tierId: null,
    couponCodeId: null,
    couponId: coupon?.id ?? null,
    right: null,
    price: priceOf(
      { name: kit.name, valueCents: kit.valueCents, feeType: 0, feeRate: 1000, isIncrement: true },
      null,
    ),
    levels,
  }
}
