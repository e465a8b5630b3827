import { describe, expect, test } from 'vitest'
import type { FieldErrors } from '#contract/errors.ts'
import { askedQuestion } from '#contract/event/question.ts'
import { INDIVIDUAL } from '#contract/event/relay.ts'
import { UNCONDITIONAL } from '#contract/pricing/coupon-rule.ts'
import { EVERYBODY } from '#contract/pricing/eligibility.ts'
import type { OrderPlan } from './order-request.ts'
import type { Buyer } from './people.ts'
import { type OrderInput, type OrderProblem, planOrder } from './plan-order.ts'
import type { SalesSnapshot } from './sales-snapshot.ts'

const TODAY = '2026-11-20'

const kit = (
  id: number,
  changes: Partial<SalesSnapshot['kits'][number]> = {},
): SalesSnapshot['kits'][number] => ({
  id,
  name: `Kit ${id}`,
  levelId: 400 + id,
  categoryIds: [],
  status: 1,
  ...EVERYBODY,
  price: { valueCents: 10_000, feeType: 0, feeRate: 1000, isIncrement: true },
  tiers: [],
  sizes: [],
  ...changes,
})

const FREE = { valueCents: 0, feeType: 1, feeRate: 0, isIncrement: true } as const

const coupon = (
  id: number,
  changes: Partial<SalesSnapshot['coupons'][number]> = {},
): SalesSnapshot['coupons'][number] => ({
  id,
  code: `CUPOM${id}`,
  levelId: 600 + id,
  type: 0,
  value: 1000,
  status: 1,
  starts_on: null,
  ends_on: null,
  ...UNCONDITIONAL,
  ...changes,
})

const OFFER: SalesSnapshot = {
  eventId: 1,
  version: 3,
  title: 'Corrida',
  status: 1,
  registrationStartsOn: '2026-11-01',
  registrationEndsOn: '2026-11-30',
  eventOn: '2026-12-13',
  agesOn: '2026-12-13',
  ineligibleChanges: 'refuse',
  timezone: 'America/Sao_Paulo',
  levelId: 100,
  modalities: [
    { id: 1, name: '10 km', status: 1, levelId: 201, ...EVERYBODY },
    { id: 2, name: '5 km', status: 1, levelId: 202, ...EVERYBODY },
    { id: 3, name: '21 km', status: 0, levelId: 203, ...EVERYBODY },
  ],
  categories: [
    { id: 11, name: '10 km Feminino', modalityId: 1, levelId: 311, ...EVERYBODY, ...INDIVIDUAL },
    { id: 12, name: '10 km Masculino', modalityId: 1, levelId: 312, ...EVERYBODY, ...INDIVIDUAL },
    { id: 21, name: '5 km Geral', modalityId: 2, levelId: 321, ...EVERYBODY, ...INDIVIDUAL },
    { id: 31, name: '21 km Geral', modalityId: 3, levelId: 331, ...EVERYBODY, ...INDIVIDUAL },
  ],
  kits: [
    kit(1, {
      sizes: [
        { id: 51, name: 'P', levelId: 551 },
        { id: 52, name: 'M', levelId: 552 },
      ],
    }),
    kit(2),
    kit(3, { price: { valueCents: 0, feeType: 1, feeRate: 0, isIncrement: true } }),
    kit(4, { status: 0 }),
    kit(5, { categoryIds: [21] }),
    kit(6, { price: { valueCents: 3_000, feeType: 1, feeRate: 0, isIncrement: true } }),
  ],
  rights: [],
  coupons: [
    coupon(1),
    coupon(2, { kit_id: 2 }),
    coupon(3, { status: 0 }),
    coupon(4, { ends_on: '2026-11-19' }),
    coupon(5, { type: 1, value: 2_900 }),
    coupon(6, { value: 10_000 }),
  ],
  terms: [
    { id: 71, version: 1, kind: 'contract' },
    { id: 72, version: 4, kind: 'contract' },
  ],
  questionnaires: [
    askedQuestion({
      id: 81,
      description: 'Primeira vez?',
      attach_file: 0,
      kind: 'yes_no',
      required: true,
      options: [],
      modality_id: null,
      category_id: null,
      product_id: null,
      asked: 'order',
      condition_question_id: null,
      condition_value: null,
      delete_on: null,
    }),
  ],
  cancellationTiers: [],
  paymentMethods: [
    { id: 91, type: 0 },
    { id: 92, type: 1 },
  ],
}

const BUYER: Buyer = {
  name: 'Ana',
  cpf: '11144477735',
  phone: '11987654321',
  birth_date: '1990-05-20',
  sex: 1,
}

const INPUT: OrderInput = {
  modality_id: 1,
  category_id: 11,
  product_id: 1,
  shirt_size_id: 51,
  participant_term_acceptances: [
    { term_id: 71, accepted: true },
    { term_id: 72, accepted: true },
  ],
  questionnaire_acceptances: [{ questionnaire_id: 81, accepted: false }],
  participants: [],
  teams: [],
  without_buyer: false,
  payment_method_id: 91,
  pay_together: false,
}

const companion = (
  changes: Partial<OrderInput['participants'][number]> = {},
): OrderInput['participants'][number] => ({
  name: 'Beto',
  cpf: '52998224725',
  phone: '11912345678',
  birth_date: '1985-02-10',
  sex: 0,
  email: null,
  ...changes,
})

interface Case {
  input?: Partial<OrderInput>
  snapshot?: Partial<SalesSnapshot>
  buyer?: Partial<Buyer>
  today?: string
  /** The coupon codes that the buyer knows. */
  codes?: string[]
}

const ALL_CODES = OFFER.coupons.map(({ code }) => code)

const plan = ({ input, snapshot, buyer, today = TODAY, codes = ALL_CODES }: Case = {}) =>
  planOrder({ ...INPUT, ...input }, { ...OFFER, ...snapshot }, { ...BUYER, ...buyer }, today, {
    files: new Set(),
    codes: new Set(codes),
  })

function planned(given: Case = {}): OrderPlan {
  const result = plan(given)
  if ('problem' in result) throw new Error(JSON.stringify(result.problem))
  return result.plan
}

function problem(given: Case): OrderProblem {
  const result = plan(given)
  if ('plan' in result) throw new Error('was accepted')
  return result.problem
}

test('prices an order and lists its stock levels from the event to the coupon', () => {
  const order = planned({ input: { discount_coupon_id: 1 } })
  expect(order).toMatchObject({
    eventId: 1,
    eventVersion: 3,
    paymentType: 0,
    couponId: 1,
    totalCents: 10_000,
    terms: [
      { id: 71, version: 1 },
      { id: 72, version: 4 },
    ],
    answers: [{ questionnaireId: 81, question: 'Primeira vez?', accepted: false }],
  })
  expect(order.participants).toHaveLength(1)
  expect(order.participants[0]).toMatchObject({
    name: 'Ana',
    cpf: '11144477735',
    categoryId: 11,
    kitId: 1,
    shirtSizeId: 51,
    couponId: 1,
  })
  expect(order.participants[0]?.price.lines.map(({ amountCents }) => amountCents)).toEqual([
    10_000, -1_000, 1_000,
  ])
  expect(order.participants[0]?.levels.map(({ id, kind }) => [kind, id])).toEqual([
    ['event', 100],
    ['modality', 201],
    ['category', 311],
    ['kit', 401],
    ['shirt_size', 551],
    ['coupon', 601],
  ])
})

describe('the registration period', () => {
  test.each([
    ['first day', { today: '2026-11-01' }, null],
    ['last day', { today: '2026-11-30' }, null],
    ['day before', { today: '2026-10-31' }, 'As inscrições para este evento ainda não começaram.'],
    ['day after', { today: '2026-12-01' }, undefined],
    ['inactive', { snapshot: { status: 0 } }, undefined],
    ['expired', { snapshot: { status: 2 } }, undefined],
    ['cancelled', { snapshot: { status: 3 } }, 'Este evento foi cancelado.'],
  ])('%s', (_name, given, message) => {
    if (message === null) return expect(planned(given).totalCents).toBe(11_000)
    expect(problem(given)).toEqual({ code: 'event_closed', ...(message && { message }) })
  })
})

describe('problems are reported by field', () => {
  test.each<[string, Case, FieldErrors]>([
    [
      'no such modality',
      { input: { modality_id: 9, category_id: 11 } },
      {
        modality_id: ['Escolha uma modalidade'],
        category_id: ['Escolha uma categoria'],
      },
    ],
    [
      'inactive modality',
      { input: { modality_id: 3, category_id: 31 } },
      { modality_id: ['Escolha uma modalidade'] },
    ],
    [
      'another modality’s category',
      { input: { category_id: 21 } },
      { category_id: ['Escolha uma categoria'] },
    ],
    ['no such kit', { input: { product_id: 99, shirt_size_id: null } }, { product_id: ['Escolha um kit'] }],
    ['inactive kit', { input: { product_id: 4, shirt_size_id: null } }, { product_id: ['Escolha um kit'] }],
    [
      'another category’s kit',
      { input: { product_id: 5, shirt_size_id: null } },
      { product_id: ['Escolha um kit'] },
    ],
    ['no size', { input: { shirt_size_id: null } }, { shirt_size_id: ['Escolha um tamanho de camisa'] }],
    [
      'another kit’s size',
      { input: { shirt_size_id: 99 } },
      { shirt_size_id: ['Escolha um tamanho de camisa'] },
    ],
    [
      'a size for a kit without sizes',
      { input: { product_id: 2 } },
      { shirt_size_id: ['Este kit não tem camisa.'] },
    ],
    [
      'one term missing',
      { input: { participant_term_acceptances: [{ term_id: 71, accepted: true }] } },
      {
        participant_term_acceptances: ['Você deve aceitar todos os termos.'],
      },
    ],
    [
      'one term refused',
      {
        input: {
          participant_term_acceptances: [
            { term_id: 71, accepted: true },
            { term_id: 72, accepted: false },
          ],
        },
      },
      { participant_term_acceptances: ['Você deve aceitar todos os termos.'] },
    ],
    [
      'a question unanswered',
      { input: { questionnaire_acceptances: [] } },
      {
        questionnaire_acceptances: ['Responda todas as perguntas'],
      },
    ],
    [
      'no payment method',
      { input: { payment_method_id: null } },
      {
        payment_method_id: ['Escolha uma forma de pagamento'],
      },
    ],
    [
      'a disabled method',
      { input: { payment_method_id: 93 } },
      {
        payment_method_id: ['Escolha uma forma de pagamento'],
      },
    ],
    [
      'no method enabled',
      { snapshot: { paymentMethods: [] } },
      {
        payment_method_id: ['Nenhum método de pagamento disponível para este evento.'],
      },
    ],
    [
      'a coupon whose code the buyer does not know',
      { input: { discount_coupon_id: 1 }, codes: ['CUPOM2'] },
      { discount_coupon_id: ['Cupom inválido.'] },
    ],
    ['unknown coupon', { input: { discount_coupon_id: 99 } }, { discount_coupon_id: ['Cupom inválido.'] }],
    ['inactive coupon', { input: { discount_coupon_id: 3 } }, { discount_coupon_id: ['Cupom inválido.'] }],
    ['expired coupon', { input: { discount_coupon_id: 4 } }, { discount_coupon_id: ['Este cupom expirou.'] }],
    [
      'another kit’s coupon',
      { input: { discount_coupon_id: 2 } },
      {
        discount_coupon_id: ['Este cupom não vale para o kit escolhido.'],
      },
    ],
    [
      'under R$ 5,00 with a coupon',
      { input: { product_id: 6, shirt_size_id: null, discount_coupon_id: 5 } },
      {
        discount_coupon_id: ['O valor total precisa ser zero ou de pelo menos R$ 5,00.'],
      },
    ],
    [
      'under R$ 5,00 without a coupon',
      {
        snapshot: {
          kits: [kit(1, { price: { valueCents: 0, feeType: 1, feeRate: 300, isIncrement: true } })],
        },
        input: { shirt_size_id: null },
      },
      { product_id: ['O valor total precisa ser zero ou de pelo menos R$ 5,00.'] },
    ],
    [
      'under R$ 5,00 in one payment with a free registration: reported for who is to pay',
      {
        snapshot: {
          kits: [kit(3, { price: FREE }), kit(2, { price: { ...FREE, feeRate: 300 } })],
        },
        input: {
          product_id: 3,
          shirt_size_id: null,
          pay_together: true,
          participants: [companion({ product_id: 2 })],
        },
      },
      { 'participants.0.product_id': ['O valor total precisa ser zero ou de pelo menos R$ 5,00.'] },
    ],
    [
      'the buyer’s CPF twice',
      { input: { participants: [companion({ cpf: BUYER.cpf ?? '' })] } },
      {
        'participants.0.cpf': ['Este CPF já está nesta inscrição.'],
      },
    ],
    [
      'an additional participant’s CPF twice',
      { input: { participants: [companion(), companion()] } },
      {
        'participants.1.cpf': ['Este CPF já está nesta inscrição.'],
      },
    ],
    [
      'a birth date in the future',
      { input: { participants: [companion({ birth_date: '2026-11-21' })] } },
      {
        'participants.0.birth_date': ['Data inválida'],
      },
    ],
    [
      'a mistake of an additional participant',
      { input: { participants: [companion({ category_id: 99, product_id: 4 })] } },
      {
        'participants.0.category_id': ['Escolha uma categoria'],
        'participants.0.product_id': ['Escolha um kit'],
      },
    ],
    [
      'an additional participant’s modality without a category',
      { input: { participants: [companion({ modality_id: 2 })] } },
      {
        'participants.0.category_id': ['Escolha uma categoria'],
      },
    ],
    [
      'a mistake of the buyer is reported once, not again for participants with the same choice',
      {
        input: { product_id: 99, shirt_size_id: null, participants: [companion()] },
      },
      { product_id: ['Escolha um kit'] },
    ],
  ])('%s', (_name, given, errors) => {
    expect(problem(given)).toMatchObject({ code: 'validation', errors })
    expect(problem(given).errors).toEqual(errors)
  })

  test('uses a single problem as the message, and the default message for several', () => {
    expect(problem({ input: { shirt_size_id: null } }).message).toBe('Escolha um tamanho de camisa')
    expect(problem({ input: { shirt_size_id: null, payment_method_id: null } }).message).toBeUndefined()
  })
})

describe('additional participants', () => {
  const second = (changes: Partial<OrderInput['participants'][number]>, input: Partial<OrderInput> = {}) =>
    planned({ input: { ...input, participants: [companion(changes)] } }).participants[1]

  test.each([
    ['use the buyer’s choice', {}, { modalityId: 1, categoryId: 11, kitId: 1, shirtSizeId: 51 }],
    [
      'use their own category with its modality',
      { category_id: 21 },
      { modalityId: 2, categoryId: 21, kitId: 1, shirtSizeId: 51 },
    ],
    ['use their own size', { shirt_size_id: 52 }, { categoryId: 11, kitId: 1, shirtSizeId: 52 }],
    [
      'use their own kit, without the buyer’s size',
      { product_id: 2 },
      { categoryId: 11, kitId: 2, shirtSizeId: null },
    ],
    ['use a kit of their own category', { category_id: 21, product_id: 5 }, { modalityId: 2, kitId: 5 }],
  ])('%s', (_name, changes, expected) => {
    expect(second(changes)).toMatchObject({
      name: 'Beto',
      cpf: '52998224725',
      birth_date: '1985-02-10',
      sex: 0,
      ...expected,
    })
  })

  test('applies a coupon to participants whose kit it matches, and requires at least one', () => {
    const order = planned({ input: { discount_coupon_id: 2, participants: [companion({ product_id: 2 })] } })
    expect(order.participants.map(({ couponId }) => couponId)).toEqual([null, 2])
    expect(order.totalCents).toBe(11_000 + 10_000)
    expect(order.couponId).toBe(2)
  })

  test('requires a payment method when one of the participants pays', () => {
    const input = { product_id: 3, shirt_size_id: null, participants: [companion({ product_id: 2 })] }
    expect(planned({ input }).participants.map(({ price }) => price.totalCents)).toEqual([0, 11_000])
    expect(problem({ input: { ...input, payment_method_id: null } }).errors).toHaveProperty(
      'payment_method_id',
    )
  })
})

describe('nothing to pay', () => {
  test.each([
    ['a free kit', { product_id: 3, shirt_size_id: null }, {}],
    ['a coupon over the whole price', { product_id: 6, shirt_size_id: null, discount_coupon_id: 6 }, {}],
  ])('%s needs no payment method', (_name, input, snapshot) => {
    const order = planned({
      input: { ...input, payment_method_id: null },
      snapshot: { ...snapshot, paymentMethods: [] },
    })
    expect([order.totalCents, order.paymentType]).toEqual([0, null])
  })

  test('a coupon over the whole kit value leaves the added fee to pay', () => {
    expect(planned({ input: { discount_coupon_id: 6 } }).totalCents).toBe(1_000)
  })
})

test.each([
  [{ cpf: null }, 'CPF'],
  [{ phone: null, birth_date: null, sex: null }, 'telefone, data de nascimento, sexo'],
])('names the missing fields of an incomplete profile: %o', (buyer, missing) => {
  expect(problem({ buyer })).toEqual({
    code: 'validation',
    message: `Complete o seu perfil antes de se inscrever. Falta: ${missing}.`,
  })
})

test.each([
  [{ expected_value: 11_000 }, null],
  [
    { expected_value: 10_999 },
    { code: 'offer_changed', totals: { expectedCents: 10_999, currentCents: 11_000 } },
  ],
  [{ version: 3 }, null],
  [{ version: 2 }, { code: 'offer_changed' }],
  [{ version: 2, expected_value: 11_000 }, null],
])('compares the price or version shown in the wizard: %o', (input, problem) => {
  const result = plan({ input })
  expect('problem' in result ? result.problem : null).toEqual(problem)
})
