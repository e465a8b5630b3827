import { z } from 'zod'
import { MoneyInput, oneOf } from '../fields.ts'
import { DISCOUNT_TYPE } from './discount.ts'
import { type RightBase as Base, RIGHT_BASES } from './right-rule.ts'

// Apart from discount.ts, because the public pages calculate prices and load no zod.

const TYPES = Object.values(DISCOUNT_TYPE)

/** `value` has two decimals, so its digits are basis points or cents. */
export const DiscountFields = { type: oneOf(...TYPES), value: MoneyInput }
export const DiscountType = z.literal(TYPES)

export const RightBase = z.enum(Object.keys(RIGHT_BASES) as [Base, ...Base[]])
