import { z } from 'zod'
import { Instant } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'
import { ORGANIZER } from './organizer-events.ts'

// What belongs to a saved coupon, but not to the event's document: its single-use codes and its list of people.

const PATH = '/organizer/events/:id/coupons/:couponId'
const VIEW = {
  access: { ...ORGANIZER, permission: 'view-event' },
  tag: 'Organizador',
  params: IdParams.extend({ couponId: Id }),
} as const
const EDIT = { ...VIEW, access: { ...ORGANIZER, permission: 'edit-event' } } as const

/** The codes that one call may create. */
export const MAX_NEW_CODES = 5_000
export const MAX_CODES = 20_000

/** A revoked code was unused, and nobody can use it any more. */
export const CodeStatus = z.enum(['free', 'used', 'revoked'])
export type CodeStatus = z.infer<typeof CodeStatus>
export const CODE_STATUSES: Record<CodeStatus, string> = {
  free: 'Livre',
  used: 'Usado',
  revoked: 'Cancelado',
}

export const CouponCode = z.object({
  id: z.int(),
  code: z.string(),
  /** The event page, with the code applied. */
  link: z.string(),
  status: CodeStatus,
  /** Null unless used, and for callers who may not see the participants. */
  registration_id: z.int().nullable(),
  used_at: Instant.nullable(),
})
export type CouponCode = z.infer<typeof CouponCode>

export const listCouponCodes = defineRoute({
  ...VIEW,
  method: 'GET',
  path: `${PATH}/codes`,
  summary: 'Os códigos de uso único de um cupom',
  query: PageQuery,
  data: z.array(CouponCode),
  meta: PageMeta,
  extra: z.object({ counts: z.object({ free: z.int(), used: z.int(), revoked: z.int() }) }),
})

export const exportCouponCodes = defineRoute({
  ...VIEW,
  method: 'GET',
  path: `${PATH}/codes.csv`,
  sends: ['text/csv'],
  summary: 'Os códigos de uso único de um cupom, com os links, num arquivo',
})

/** Repeating the call creates nothing. */
export const createCouponCodes = defineRoute({
  ...EDIT,
  method: 'POST',
  path: `${PATH}/codes`,
  status: 201,
  summary: 'Completa os códigos de uso único de um cupom até uma quantidade',
  body: z.object({
    /** How many codes the coupon has afterwards, including used and revoked ones. */
    total: z
      .int({ error: 'Informe quantos códigos.' })
      .min(1, 'Informe quantos códigos.')
      .max(MAX_CODES, `Um cupom pode ter até ${MAX_CODES} códigos.`),
  }),
  data: z.object({ created: z.int() }),
})

export const revokeCouponCodes = defineRoute({
  ...EDIT,
  method: 'POST',
  path: `${PATH}/codes/revoke`,
  summary: 'Cancela códigos que ninguém usou',
  body: z.object({
    /** Null: all. */
    code_ids: z.array(Id).min(1, 'Escolha os códigos.').max(MAX_NEW_CODES).nullable(),
  }),
  data: z.object({ revoked: z.int() }),
})

export const MAX_PEOPLE_ON_LIST = 20_000

const People = z.object({ cpfs: z.int(), emails: z.int() })

export const countCouponPeople = defineRoute({
  ...VIEW,
  method: 'GET',
  path: `${PATH}/people`,
  summary: 'Quantas pessoas estão na lista de um cupom',
  data: People,
})

/** Repeating the call adds nobody. */
export const addCouponPeople = defineRoute({
  ...EDIT,
  method: 'POST',
  path: `${PATH}/people`,
  summary: 'Põe pessoas na lista de um cupom: um CPF ou e-mail por linha; com uma linha errada, nenhuma',
  bodyLimit: 2 * 1024 * 1024,
  body: z.object({ list: z.string() }),
  data: People.extend({ added: z.int() }),
})

export const clearCouponPeople = defineRoute({
  ...EDIT,
  method: 'DELETE',
  path: `${PATH}/people`,
  summary: 'Esvazia a lista de um cupom',
})
