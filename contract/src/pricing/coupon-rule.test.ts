import { expect, test } from 'vitest'
import { type CouponRule, couponMismatch, couponProblem } from './coupon-rule.ts'

const KIT = { id: 7, valueCents: 10_000 }
const SALE = { kit: KIT, categoryId: 11, person: { birth_date: '1990-05-17', sex: 1 }, day: '2026-11-20' }
const VALID: CouponRule = { status: 1, starts_on: null, ends_on: null, kit_id: null }

test.each<[string, Partial<CouponRule>, Partial<typeof KIT>, string | null]>([
  ['without dates or kit', {}, {}, null],
  ['inactive', { status: 0 }, {}, 'Cupom inválido.'],
  ['on its first day', { starts_on: '2026-11-20' }, {}, null],
  ['before its first day', { starts_on: '2026-11-21' }, {}, 'Este cupom ainda não está valendo.'],
  ['on its last day', { ends_on: '2026-11-20' }, {}, null],
  ['after its last day', { ends_on: '2026-11-19' }, {}, 'Este cupom expirou.'],
  ['linked to this kit', { kit_id: 7 }, {}, null],
  ['linked to another kit', { kit_id: 8 }, {}, 'Este cupom não vale para o kit escolhido.'],
  ['a free kit', {}, { valueCents: 0 }, 'Este kit é gratuito: não é preciso cupom.'],
])('%s', (_name, coupon, kit, problem) => {
  expect(couponProblem({ ...VALID, ...coupon }, { ...SALE, kit: { ...KIT, ...kit } })).toBe(problem)
})

test('rejects an unknown coupon', () => {
  expect(couponProblem(undefined, SALE)).toBe('Cupom inválido.')
})

test('an expired coupon still fits what it was accepted for, and nothing else', () => {
  const expired = { ...VALID, kit_id: 7, ends_on: '2026-11-19' }
  expect(couponMismatch(expired, SALE)).toBeNull()
  expect(couponMismatch(expired, { ...SALE, kit: { ...KIT, id: 8 } })).toBe(
    'Este cupom não vale para o kit escolhido.',
  )
})
