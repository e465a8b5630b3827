import { expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event/event.ts'
import { UNCONDITIONAL } from '#contract/pricing/coupon-rule.ts'
import { EVENT, PROFILE } from '#web-test/sample-event.ts'
import { paidKits, priceOrder } from '../order/order.ts'
import { orderBody } from '../order/order-body.ts'
import {
  type Draft,
  type DraftAction,
  EMPTY_DRAFT,
  type Level,
  participantsOf,
  reduceDraft,
  sizeNamed,
} from './draft.ts'
import { problemsOf, stepsOfProblems, withoutSettled } from './problems.ts'

const after = (...actions: DraftAction[]): Draft => actions.reduce(reduceDraft, EMPTY_DRAFT)
const choicesOf = (draft: Draft) => participantsOf(draft).map(({ choice }) => choice)
const NOTHING = {
  modality: null,
  category: null,
  product: null,
  shirt_size: null,
  payment_type: null,
  answers: [],
}
const loaded = (event = EVENT): DraftAction => ({ type: 'loaded', event, profile: PROFILE, usual: NOTHING })

const chosen = (level: Level, id: number, who = 0) => ({ type: 'chosen', who, level, id }) as const
const buyersChoice = [
  chosen('modality_id', 1),
  chosen('category_id', 11),
  chosen('product_id', 101),
  chosen('shirt_size_id', 1001),
]
const withOther: DraftAction = { type: 'othersToggled', on: true }
const sameForAll: DraftAction = { type: 'sameForAllToggled', on: true }
const coupon: DraftAction = {
  type: 'set',
  values: { coupon: { id: 9, code: 'LARGADA10', type: 0, value: 1000, ...UNCONDITIONAL, kit_id: 101 } },
}

const stateOf = (draft: Draft, event: PublicEvent = EVENT, profile = PROFILE) => ({
  draft,
  event,
  profile,
  order: priceOrder(draft, event),
  installments: null,
  isRegistered: false,
})

test('§4: another modality clears the category and everything below it, another category the kit', () => {
  expect(after(...buyersChoice, chosen('modality_id', 2)).participants[0].choice).toEqual({
    modality_id: 2,
    category_id: null,
    product_id: null,
    shirt_size_id: null,
  })
  expect(after(...buyersChoice, chosen('category_id', 12)).participants[0].choice).toEqual({
    modality_id: 1,
    category_id: 12,
    product_id: null,
    shirt_size_id: null,
  })
})

test('choosing the same option again changes nothing', () => {
  const draft = after(...buyersChoice, coupon)
  expect(reduceDraft(draft, chosen('category_id', 11))).toBe(draft)
})

test.each([
  ['kit', chosen('product_id', 102), null],
  ['category', chosen('category_id', 12), null],
  ['size', chosen('shirt_size_id', 1002), 9],
])('§4: a changed %s and the coupon', (_, action, id) => {
  expect(after(...buyersChoice, coupon, action).coupon?.id ?? null).toBe(id)
})

test('§4: without the coupon the final value is the kit and its fee again', () => {
  const applied = after(...buyersChoice, coupon)
  expect(stateOf(applied).order.totalCents).toBe(10_000 - 1_000 + 750)
  expect(stateOf(reduceDraft(applied, { type: 'set', values: { coupon: null } })).order.totalCents).toBe(
    10_750,
  )
})

test('an added participant makes their own choice', () => {
  expect(choicesOf(after(...buyersChoice, withOther))[1]).toEqual({
    modality_id: null,
    category_id: null,
    product_id: null,
    shirt_size_id: null,
  })
})

test('on request, an added participant follows the buyer’s choice, also when it changes', () => {
  const draft = after(...buyersChoice, sameForAll, withOther, chosen('product_id', 102))
  expect(choicesOf(draft)[1]).toEqual({
    modality_id: 1,
    category_id: 11,
    product_id: 102,
    shirt_size_id: null,
  })
})

test('a size follows the buyer’s until the participant chooses their own', () => {
  const draft = after(...buyersChoice, sameForAll, withOther)
  expect(choicesOf(draft)[1]?.shirt_size_id).toBe(1001)
  expect(
    choicesOf(reduceDraft(draft, chosen('shirt_size_id', 1002, 1))).map(({ shirt_size_id }) => shirt_size_id),
  ).toEqual([1001, 1002])
})

test('participants may choose differently; ticking the box again gives everybody the buyer’s choice', () => {
  const apart = after(
    ...buyersChoice,
    withOther,
    chosen('modality_id', 2, 1),
    chosen('category_id', 21, 1),
    chosen('product_id', 102, 1),
  )
  expect(choicesOf(apart)[1]).toEqual({
    modality_id: 2,
    category_id: 21,
    product_id: 102,
    shirt_size_id: null,
  })
  expect(choicesOf(apart)[0]?.modality_id).toBe(1)
  const together = reduceDraft(apart, sameForAll)
  expect(choicesOf(together)[1]).toEqual(choicesOf(together)[0])
})

test('a participant who is left out keeps the typed data but does not count', () => {
  const typed = after(withOther, { type: 'personEdited', who: 1, field: 'name', value: 'Ana' })
  const without = reduceDraft(typed, { type: 'othersToggled', on: false })
  expect(choicesOf(without)).toHaveLength(1)
  expect(reduceDraft(without, withOther).participants[1]?.person.name).toBe('Ana')
})

test('removing the last additional participant unticks the box', () => {
  expect(after(withOther, { type: 'participantRemoved', who: 1 })).toMatchObject({
    withOthers: false,
    participants: [{ key: 0 }],
  })
})

test('choices that the event no longer offers are dropped, everything else stays', () => {
  const draft = after(
    loaded(),
    ...buyersChoice,
    { type: 'answered', question: 31, answer: true },
    { type: 'termToggled', id: 41, accepted: true },
    { type: 'set', values: { paymentMethod: 51 } },
  )
  const same = reduceDraft(draft, loaded())
  expect(same).toEqual(draft)

  const smaller = { ...EVENT, version: 2, products: EVENT.products.filter(({ id }) => id !== 101) }
  expect(reduceDraft(draft, loaded(smaller))).toMatchObject({
    participants: [{ choice: { modality_id: 1, category_id: 11, product_id: null, shirt_size_id: null } }],
    answers: { 31: true },
    paymentMethod: 51,
    terms: [],
  })
})

test('a coupon is kept while it applies to a kit of some participant', () => {
  const draft = after(...buyersChoice, coupon)
  expect(stateOf(draft).order.coupon?.id).toBe(9)
  const [buyer] = draft.participants
  const withoutIt = { ...draft, participants: [{ ...buyer, choice: { ...buyer.choice, product_id: 102 } }] }
  expect(stateOf(withoutIt as Draft).order.coupon).toBeNull()
  expect(paidKits(stateOf(draft).order)).toEqual([101])
})

const COMPLETE: DraftAction[] = [
  ...buyersChoice,
  { type: 'answered', question: 31, answer: false },
  { type: 'set', values: { paymentMethod: 51 } },
  { type: 'termToggled', id: 41, accepted: true },
]

test.each([
  [1, [], { modality_id: 'Escolha uma modalidade', category_id: 'Escolha uma categoria' }],
  [1, [chosen('modality_id', 1)], { category_id: 'Escolha uma categoria' }],
  [2, [], { product_id: 'Escolha um kit', questionnaire_acceptances: 'Responda todas as perguntas' }],
  [
    2,
    buyersChoice.slice(0, 3),
    {
      shirt_size_id: 'Escolha um tamanho de camisa',
      questionnaire_acceptances: 'Responda todas as perguntas',
    },
  ],
  [
    3,
    buyersChoice,
    {
      payment_method_id: 'Escolha uma forma de pagamento',
      participant_term_acceptances: 'Você deve aceitar todos os termos.',
    },
  ],
  [3, COMPLETE, {}],
] as [number, DraftAction[], object][])('§5 wizard: step %i', (step, actions, expected) => {
  expect(problemsOf(step, stateOf(after(...actions)))).toEqual(expected)
})

test('§5 wizard: an empty additional participant gets a message at each field', () => {
  expect(problemsOf(0, stateOf(after(withOther)))).toEqual({
    'participants.0.name': 'Preencha o nome do participante.',
    'participants.0.cpf': 'Preencha o CPF do participante.',
    'participants.0.phone': 'Preencha o telefone do participante.',
    'participants.0.birth_date': 'Preencha a data de nascimento do participante.',
    'participants.0.sex': 'Selecione o sexo do participante.',
  })
})

test('nobody is registered twice in one order', () => {
  const draft = after(loaded(), withOther, {
    type: 'personEdited',
    who: 1,
    field: 'cpf',
    value: '529.982.247-25',
  })
  expect(problemsOf(0, stateOf(draft))).toHaveProperty(
    ['participants.0.cpf'],
    'Este CPF já está nesta inscrição.',
  )
})

test('a free kit requires no payment', () => {
  const draft = after(chosen('modality_id', 1), chosen('category_id', 11), chosen('product_id', 103))
  expect(problemsOf(3, stateOf(draft))).not.toHaveProperty('payment_method_id')
})

test('an option that has sold out is reported where it is chosen', () => {
  const [kit, ...rest] = EVENT.products
  const soldOut = { ...EVENT, products: kit ? [{ ...kit, sold_out: true }, ...rest] : rest }
  expect(problemsOf(2, stateOf(after(...COMPLETE), soldOut))).toEqual({
    product_id: 'Este kit se esgotou. Escolha outro.',
  })
})

test('a size that has sold out is refused', () => {
  const products = EVENT.products.map((kit) => ({
    ...kit,
    shirt_sizes: kit.shirt_sizes.map((size) => (size.id === 1001 ? { ...size, quantity: 0 } : size)),
  }))
  expect(problemsOf(2, stateOf(after(...COMPLETE), { ...EVENT, products }))).toEqual({
    shirt_size_id: 'O tamanho M se esgotou. Escolha outro.',
  })
})

test.each([
  [{ 'participants.2.cpf': '' }, [0]],
  [{ cpf: '' }, [0]],
  [{ discount_coupon_id: '', category_id: '' }, [1, 3]],
  [{ 'participants.0.shirt_size_id': '' }, [2]],
  [{ participant_term_acceptances: '' }, [3]],
  [{ unknown: '' }, []],
])('the steps of %j are %j', (problems, steps) => {
  expect(stepsOfProblems(problems)).toEqual(steps)
})

test('changing a field removes its problem', () => {
  const draft = after(...buyersChoice, sameForAll, withOther)
  const problems = { category_id: 'a', 'participants.0.category_id': 'b', product_id: 'c' }
  expect(withoutSettled(problems, chosen('category_id', 12), draft)).toEqual({ product_id: 'c' })
})

test("builds the order in the API's format", () => {
  const draft = after(
    sameForAll,
    ...COMPLETE,
    coupon,
    withOther,
    { type: 'personEdited', who: 1, field: 'name', value: ' Ana Lima ' },
    { type: 'personEdited', who: 1, field: 'cpf', value: '111.444.777-35' },
    { type: 'personEdited', who: 1, field: 'phone', value: '(11) 98888-7777' },
    { type: 'personEdited', who: 1, field: 'birth_date', value: '31/12/1990' },
    { type: 'personEdited', who: 1, field: 'sex', value: '1' },
  )
  const ids = { modality_id: 1, category_id: 11, product_id: 101, shirt_size_id: 1001 }
  expect(orderBody(draft, EVENT, stateOf(draft).order)).toEqual({
    event_id: 7,
    ...ids,
    right: null,
    participant_term_acceptances: [{ term_id: 41, accepted: true }],
    questionnaire_acceptances: [{ questionnaire_id: 31, accepted: false }],
    participants: [
      {
        name: 'Ana Lima',
        cpf: '11144477735',
        phone: '11988887777',
        birth_date: '1990-12-31',
        sex: 1,
        email: null,
        ...ids,
        right: null,
      },
    ],
    without_buyer: false,
    teams: [],
    payment_method_id: 51,
    pay_together: true,
    discount_coupon_id: 9,
    discount_coupon_code: 'LARGADA10',
    expected_value: '195.00',
    version: 1,
  })
})

test('without the buyer, the first other participant makes the choice', () => {
  const person = {
    name: 'Ana Lima',
    cpf: '111.444.777-35',
    phone: '(11) 98888-7777',
    birth_date: '31/12/1990',
  }
  const typed = Object.entries({ ...person, sex: '1' }).map(
    ([field, value]) => ({ type: 'personEdited', who: 1, field, value }) as DraftAction,
  )
  const draft = after({ type: 'buyerLeftOut', on: true }, ...COMPLETE, ...typed)
  expect(orderBody(draft, EVENT, stateOf(draft).order)).toMatchObject({
    without_buyer: true,
    category_id: 11,
    participants: [{ name: 'Ana Lima', category_id: 11, shirt_size_id: 1001 }],
  })
  expect(
    problemsOf(0, stateOf(reduceDraft(draft, { type: 'personEdited', who: 1, field: 'name', value: '' }))),
  ).toEqual({
    'participants.0.name': 'Preencha o nome do participante.',
  })
  expect(
    problemsOf(2, stateOf(after({ type: 'buyerLeftOut', on: true }, chosen('modality_id', 1)))),
  ).toMatchObject({
    'participants.0.product_id': 'Escolha um kit',
  })
  expect(reduceDraft(draft, { type: 'othersToggled', on: false }).withoutBuyer).toBe(false)
  expect(reduceDraft(draft, { type: 'participantRemoved', who: 1 }).withoutBuyer).toBe(false)
})

test('the only payment method, or that of the last registration, is selected', () => {
  const methodIn = (event: PublicEvent, payment_type: 0 | 1 | 2) =>
    after({ type: 'loaded', event, profile: PROFILE, usual: { ...NOTHING, payment_type } }).paymentMethod
  const several = {
    ...EVENT,
    payment_methods: [
      { id: 51, type: 0 as const },
      { id: 52, type: 1 as const },
    ],
  }
  expect(methodIn(several, 1)).toBe(52)
  expect(methodIn(several, 2)).toBe(null)
  expect(methodIn(EVENT, 2)).toBe(51)
})

test('a size is found by its name', () => {
  expect(sizeNamed(EVENT, 101, 'M')).toBe(1001)
  expect(sizeNamed(EVENT, 101, 'GG'), 'sold out').toBe(null)
  expect(sizeNamed(EVENT, 102, 'M'), 'has none').toBe(null)
})

test('a kit that the coupon does not cover keeps its price', () => {
  const other = after(...buyersChoice, {
    type: 'set',
    values: { coupon: { id: 9, code: 'LARGADA10', type: 0, value: 1000, ...UNCONDITIONAL, kit_id: 102 } },
  })
  expect(stateOf(other).order.totalCents).toBe(10_750)
})
