import { expect, test } from 'vitest'
import {
  type CouponRule,
  couponMismatch,
  couponProblem,
  couponProblemsInOrder,
  UNCONDITIONAL,
} from './coupon-rule.ts'
import type { SaleContext } from './sale-context.ts'

const KIT = { id: 7, valueCents: 10_000 }
const SALE: SaleContext = {
  kit: KIT,
  tierId: 3,
  categoryId: 11,
  person: { birth_date: '1990-05-17', sex: 1, name: null },
  isListed: null,
  day: '2026-11-20',
  agesOn: '2026-12-31',
}
const VALID: CouponRule = {
  status: 1,
  starts_on: null,
  ends_on: null,
  ...UNCONDITIONAL,
}

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

test.each<[string, Partial<CouponRule>, Partial<SaleContext>, string | null]>([
  ['in its tier', { tier_id: 3 }, {}, null],
  ['in another tier', { tier_id: 4 }, {}, 'Este cupom não vale para o lote atual do kit escolhido.'],
  [
    'a kit without tiers',
    { tier_id: 4 },
    { tierId: null },
    'Este cupom não vale para o lote atual do kit escolhido.',
  ],
  ['for women, a woman', { sex: 1 }, {}, null],
  ['for men, a woman', { sex: 0 }, {}, 'Este cupom é para homens; o sexo do seu cadastro é feminino.'],
  ['for men, somebody unknown', { sex: 0 }, { person: null }, null],
  ['for 36 years, on the reference day', { min_age: 36, max_age: 36 }, {}, null],
  [
    'for 60 or more, somebody else of 36',
    { min_age: 60 },
    { person: { birth_date: '1990-05-17', sex: 1, name: 'Bia' } },
    'Este cupom é para quem tiver 60 anos ou mais em 31/12/2026; nessa data Bia terá 36.',
  ],
  ['for a list, unknown whether on it', { for_list: true }, {}, null],
  ['for a list, on it', { for_list: true }, { isListed: true }, null],
  [
    'for a list, not on it',
    { for_list: true },
    { isListed: false },
    'Este cupom é só para quem está na lista do organizador, e você não está nela.',
  ],
])('%s', (_name, coupon, sale, problem) => {
  expect(couponProblem({ ...VALID, ...coupon }, { ...SALE, ...sale })).toBe(problem)
})

const OTHER = 'Este cupom não vale para o kit escolhido.'
const ONE_ONLY = 'Este código vale para um só participante.'
const TOO_FEW = (least: number, fitting: string) =>
  `Este cupom vale a partir de ${least} participantes no mesmo pedido, e só ${fitting} às condições dele.`
test.each<[string, { min_people?: number; single_use?: boolean }, (string | null)[], (string | null)[]]>([
  ['each whom it fits', {}, [null, OTHER, null], [null, OTHER, null]],
  ['a group that is large enough', { min_people: 2 }, [null, OTHER, null], [null, OTHER, null]],
  [
    'a group that is too small',
    { min_people: 3 },
    [null, OTHER, null],
    Array(3).fill(TOO_FEW(3, '2 atendem')),
  ],
  ['one of two', { min_people: 2 }, [OTHER, null], Array(2).fill(TOO_FEW(2, '1 atende'))],
  ['nobody', { min_people: 2 }, [OTHER, OTHER], [OTHER, OTHER]],
  ['the first whom it fits', { single_use: true }, [OTHER, null, null], [OTHER, null, ONE_ONLY]],
])('applies to %s', (_name, { min_people = null, single_use = false }, own, problems) => {
  expect(couponProblemsInOrder({ min_people, single_use }, own)).toEqual(problems)
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
