import { expect, test } from 'vitest'
import { type CouponRule, couponProblem } from './coupon-problem.ts'

const KIT = { id: 7, valueCents: 10_000 }
const VALID: CouponRule = { status: 1, startsOn: null, endsOn: null, kitId: null }

test.each<[string, Partial<CouponRule>, Partial<typeof KIT>, string | null]>([
  ['without dates or kit', {}, {}, null],
  ['inactive', { status: 0 }, {}, 'Cupom inválido.'],
  ['on its first day', { startsOn: '2026-11-20' }, {}, null],
  ['before its first day', { startsOn: '2026-11-21' }, {}, 'Este cupom ainda não está valendo.'],
  ['on its last day', { endsOn: '2026-11-20' }, {}, null],
  ['after its last day', { endsOn: '2026-11-19' }, {}, 'Este cupom expirou.'],
  ['linked to this kit', { kitId: 7 }, {}, null],
  ['linked to another kit', { kitId: 8 }, {}, 'Este cupom não vale para o kit escolhido.'],
  ['a free kit', {}, { valueCents: 0 }, 'Este kit é gratuito: não é preciso cupom.'],
])('%s', (_name, coupon, kit, problem) => {
  expect(couponProblem({ ...VALID, ...coupon }, { ...KIT, ...kit }, '2026-11-20')).toBe(problem)
})

test('rejects an unknown coupon', () => {
  expect(couponProblem(undefined, KIT, '2026-11-20')).toBe('Cupom inválido.')
})
