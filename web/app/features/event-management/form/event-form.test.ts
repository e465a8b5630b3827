import { describe, expect, test } from 'vitest'
import { EventInput, type OrganizerEvent } from '#contract/event-management/event-document.ts'
import {
  blankCategory,
  blankEvent,
  blankModality,
  blankProduct,
  blankRight,
  blankSize,
  blankTier,
} from './event-form.ts'
import { readDraft } from './read-draft.ts'
import { formOf } from './read-event.ts'
import { formPath, inputOf } from './sent-event.ts'

test('the API accepts the temporary ids of new items', () => {
  const form = { ...blankEvent(), modalities: [blankModality()], products: [blankProduct()] }
  const refused = EventInput.safeParse(inputOf(form)).error?.issues.map(({ path }) => path.at(-1)) ?? []
  expect(refused).toContain('title')
  expect(refused).not.toContain('modality_id')
  expect(refused).not.toContain('id')
})

test('an empty number that is required is missing', () => {
  const form = { ...blankEvent(), title: 'Corrida', max_unpaid_per_account: '', transfers_most: '' }
  const refused = EventInput.safeParse(inputOf(form)).error?.issues ?? []
  for (const field of ['max_unpaid_per_account', 'transfers_most'])
    expect(refused.find(({ path }) => path[0] === field)?.message).toBe('O campo é obrigatório')
})

const STORED: OrganizerEvent = {
  id: 7,
  slug: 'corrida',
  title: 'Corrida',
  description: 'Uma corrida.',
  rules: null,
  start_date: '01/02/2030',
  end_date: '20/02/2030',
  date_event: '01/03/2030',
  kit_delivery_date: null,
  groups_until: null,
  group_free_every: null,
  kit_place: null,
  kit_address: null,
  kit_opens_at: null,
  kit_until: null,
  kit_closes_at: null,
  kit_note: null,
  start_time: '07:00',
  vacancy_limit: null,
  held: 3,
  state: 'SP',
  city: 'Campinas',
  start_place: null,
  country: 'Brasil',
  contact_email: 'contato@exemplo.test',
  cover_image: 'events/a.jpg',
  event_image: 'events/a.jpg',
  regulation: null,
  route: null,
  url_disclosure: null,
  url_map: null,
  type: null,
  is_public: false,
  buy_photo: true,
  is_free: false,
  accept_terms: true,
  approves_cancellations: true,
  age_reference: 'year_end',
  ineligible_changes: 'mark',
  changes_until: '10/01/2030',
  changes_downgrade: 'refund',
  changes_fee: '5.00',
  deferral_until: '11/01/2030',
  deferral_fee: '6.00',
  returns_until: '13/01/2030',
  returns_fee: '8.00',
  transfers_until: '12/01/2030',
  transfers_from: '01/01/2030',
  transfers_fee: '7.00',
  transfers_most: 2,
  transfers_coupons: false,
  transfers_rights: true,
  teams_until: null,
  max_unpaid_per_account: 4,
  max_installments: 3,
  min_installment: '20.00',
  installment_interest: true,
  status: 0,
  enterprise_id: 1,
  organizer_id: 2,
  missing: [],
  opened: true,
  preview_token: null,
  setup_fee: null,
  fee_bounds: { min_fee_free: null, min_fee_paid: null, max_fee_percentage: null },
  lock_version: 5,
  modalities: [
    {
      modality_id: 11,
      modality_name: '5 km',
      description: null,
      price: '10.50',
      vacancy_limit: 0,
      sex: null,
      min_age: 16,
      max_age: null,
      held: 0,
      in_use: true,
      course: null,
      status: 0,
      categories: [
        {
          category_id: 12,
          category_name: 'Geral',
          description: null,
          price: null,
          vacancy_limit: 30,
          sex: 1,
          min_age: 18,
          max_age: 24,
          held: 3,
          in_use: true,
          team_size: null,
          team_rule: 'any',
          legs: '',
          route: null,
        },
      ],
    },
  ],
  products: [
    {
      id: 13,
      name: 'Kit',
      description: null,
      value: '100.00',
      amount: 9,
      quantity: 9,
      held: 3,
      in_use: true,
      status: 1,
      type_fee: 1,
      rate_organizer: '5.00',
      is_increment: false,
      category_id: 12,
      category_ids: [12],
      product_image: null,
      shirt_value: null,
      sex: null,
      min_age: null,
      max_age: 99,
      calculated: { is_fee_charged_to_participant: false, service_fee: '5.00' },
      tiers: [
        {
          id: 20,
          name: '1º lote',
          value: '90.00',
          ends_on: '05/02/2030',
          quantity: 2,
          held: 2,
          in_use: true,
          closed: true,
        },
        {
          id: 21,
          name: '2º lote',
          value: '100.00',
          ends_on: null,
          quantity: null,
          held: 1,
          in_use: true,
          closed: false,
        },
      ],
      shirt_sizes: [
        {
          id: 14,
          size: 'P',
          quantity: 9,
          width_cm: 52.5,
          length_cm: null,
          used_count: 3,
          held: 3,
          in_use: true,
        },
      ],
    },
  ],
  payment_methods: [{ id: 15, type: 2, status: 1 }],
  right_rules: [
    {
      id: 22,
      name: 'Estudante',
      law: 'lei-12933-estudante',
      sex: null,
      min_age: 16,
      max_age: null,
      state: 'SP',
      city: 'Campinas',
      starts_on: '03/02/2030',
      ends_on: null,
      rate: '50.00',
      base: 'service',
      declaration: 'Declaro que sou estudante.',
      proof: 'CIE',
      proof_days_before: 7,
      companion: false,
      stackable: true,
      in_person: false,
      bib_from: 900,
      bib_to: 999,
      source_url: null,
      status: 1,
      off_reason: 'De um tempo em que estava desligado.',
      quantity: 40,
      release_on: '10/02/2030',
      version: 2,
      held: 1,
      in_use: true,
    },
  ],
  discount_cupons: [
    {
      id: 16,
      code: 'PROMO',
      value: '10.00',
      type: 0,
      status: 1,
      start_date: '03/02/2030',
      end_date: null,
      quantity: null,
      held: 0,
      in_use: true,
      reserved_until: null,
      product_id: 13,
      tier_id: null,
      sex: 1,
      min_age: null,
      max_age: 60,
      min_people: 3,
      max_per_person: 2,
      single_use: false,
      for_list: false,
      channel: 'Instagram',
    },
  ],
  terms: [
    {
      id: 17,
      name: 'Regulamento',
      description: '01/02/2030',
      kind: 'contract',
      status: 1,
      version: 3,
      in_use: true,
    },
  ],
  questionnaires: [
    {
      id: 18,
      description: 'Já correu?',
      kind: 'choice',
      required: false,
      options: 'Sim\nTalvez',
      modality_id: 11,
      category_id: 12,
      product_id: 13,
      asked: 'later',
      condition_question_id: null,
      condition_value: null,
      attach_file: 1,
      sensitive: true,
      status: 1,
      in_use: true,
    },
  ],
  cancellation_tiers: [{ id: 19, days_before: 30, refund_rate: '80.00', keeps_fee: false }],
  group_prices: [{ id: 20, min_members: 10, rate: '7.50' }],
}

test('a stored event that was not changed is sent back as it was read', () => {
  const draft = EventInput.parse(inputOf(formOf(STORED)))
  expect(draft).toMatchObject({
    start_date: '2030-02-01',
    kit_delivery_date: null,
    vacancy_limit: null,
    is_public: false,
    age_reference: 'year_end',
    ineligible_changes: 'mark',
    changes_until: '2030-01-10',
    changes_downgrade: 'refund',
    changes_fee: 500,
    deferral_until: '2030-01-11',
    deferral_fee: 600,
    returns_until: '2030-01-13',
    returns_fee: 800,
    transfers_until: '2030-01-12',
    transfers_from: '2030-01-01',
    transfers_fee: 700,
    transfers_most: 2,
    transfers_coupons: false,
    transfers_rights: true,
    max_unpaid_per_account: 4,
    max_installments: 3,
    min_installment: 2000,
    installment_interest: true,
    lock_version: 5,
    modalities: [
      {
        modality_id: 11,
        price: 1050,
        vacancy_limit: 0,
        sex: null,
        min_age: 16,
        max_age: null,
        status: 0,
        categories: [{ category_id: 12, vacancy_limit: 30, sex: 1, min_age: 18, max_age: 24 }],
      },
    ],
    products: [
      {
        id: 13,
        value: 10_000,
        quantity: 9,
        type_fee: 1,
        rate_organizer: 500,
        is_increment: false,
        category_ids: [12],
        tiers: [
          { id: 20, name: '1º lote', value: 9_000, ends_on: '2030-02-05', quantity: 2 },
          { id: 21, name: '2º lote', value: 10_000, ends_on: null, quantity: null },
        ],
        shirt_sizes: [{ id: 14, size: 'P', quantity: 9 }],
      },
    ],
    payment_methods: [
      { id: null, type: 0, status: 0 },
      { id: null, type: 1, status: 0 },
      { id: 15, type: 2, status: 1 },
    ],
    right_rules: [
      {
        id: 22,
        law: 'lei-12933-estudante',
        sex: null,
        min_age: 16,
        max_age: null,
        city: 'Campinas',
        starts_on: '2030-02-03',
        ends_on: null,
        rate: 5_000,
        base: 'service',
        proof_days_before: 7,
        stackable: true,
        in_person: false,
        bib_from: 900,
        bib_to: 999,
        source_url: null,
        off_reason: null,
        quantity: 40,
        release_on: '2030-02-10',
      },
    ],
    discount_cupons: [
      {
        id: 16,
        code: 'PROMO',
        value: 1000,
        type: 0,
        start_date: '2030-02-03',
        end_date: null,
        quantity: null,
        product_id: 13,
      },
    ],
    terms: [{ id: 17, description: '01/02/2030' }],
    questionnaires: [{ id: 18, attach_file: 1 }],
    approves_cancellations: true,
    cancellation_tiers: [{ id: 19, days_before: 30, refund_rate: 8000, keeps_fee: false }],
    group_prices: [{ id: 20, min_members: 10, rate: 750 }],
  })
  expect(draft).not.toHaveProperty('status')
  expect(draft).not.toHaveProperty('organizer_id')
})

test('removed items are not sent, and a reference to one is sent as null', () => {
  const form = formOf(STORED)
  const [modality] = form.modalities.map((one) => ({ ...one, removed: true }))
  const sent = inputOf({ ...form, modalities: modality ? [modality] : [] })
  expect(sent.modalities).toEqual([])
  expect(sent.products?.[0]?.category_ids).toEqual([])
  const sizes = [{ ...blankSize('P'), removed: true }, blankSize('M')]
  const products = form.products.map((one) => ({ ...one, shirt_sizes: sizes }))
  expect(inputOf({ ...form, products }).products?.[0]?.shirt_sizes).toMatchObject([{ size: 'M' }])
})

test('the path of a refused field is mapped to the form, which still holds removed items', () => {
  const removed = { ...blankProduct(), removed: true }
  const kit = { ...blankProduct(), shirt_sizes: [{ ...blankSize('P'), removed: true }, blankSize('M')] }
  const form = { ...blankEvent(), products: [removed, kit] }
  expect(formPath(form, 'products.0.shirt_sizes.0.size')).toBe('products.1.shirt_sizes.1.size')
  expect(formPath(form, 'title')).toBe('title')
})

test('the last tier is sent without an end, removed tiers not at all', () => {
  const end = { ends_on: '2030-02-05', quantity: '10' }
  const tiers = [
    { ...blankTier('1º lote', '90.00'), ...end },
    { ...blankTier('2º lote', '100.00'), ...end },
    { ...blankTier('3º lote', '110.00'), removed: true },
  ]
  const [sent] = EventInput.parse(
    inputOf({ ...formOf(STORED), products: [{ ...blankProduct(), value: '1', tiers }] }),
  ).products
  expect(sent).toMatchObject({
    value: 10_000,
    tiers: [
      { value: 9_000, ends_on: '2030-02-05', quantity: 10 },
      { value: 10_000, ends_on: null, quantity: null },
    ],
  })
})

test.each([
  ['2030-02-05', [false, false]],
  ['2030-02-06', [true, false]],
])('on %s the tiers have ended: %s', (today, ended) => {
  const [product] = STORED.products
  if (!product) throw new Error('the stored event has no products')
  const tiers = product.tiers.map((tier) => ({ ...tier, closed: false }))
  const form = formOf({ ...STORED, products: [{ ...product, tiers }] }, today)
  expect(form.products[0]?.tiers.map((tier) => tier.ended)).toEqual(ended)
})

describe('a stored draft', () => {
  test('of an earlier release is completed', () => {
    const { tiers: _, ...product } = { ...blankProduct(), name: 'Kit' }
    const { sex: __, ...category } = { ...blankCategory(), category_name: 'Geral' }
    const modality = { ...blankModality(), categories: [category] }
    const { right_rules: ___, ...draft } = { ...blankEvent(), modalities: [modality], products: [product] }
    const event = { ...blankEvent(), right_rules: [blankRight()] }
    expect(readDraft(draft, event)).toEqual({
      ...event,
      modalities: [{ ...modality, categories: [{ ...category, sex: '' }] }],
      products: [{ ...product, tiers: [] }],
    })
  })

  test.each([null, 'x', {}, { modalities: 1 }])('%j is none', (stored) => {
    expect(readDraft(stored)).toBeNull()
  })

  test('loses values of another type', () => {
    const wrong = { title: 7, modalities: [null, 'x', { categories: {} }], payment_methods: [], terms: 'x' }
    expect(readDraft(wrong)).toEqual({
      ...blankEvent(),
      modalities: [{ ...blankModality(), modality_id: expect.any(Number) }],
    })
  })
})
