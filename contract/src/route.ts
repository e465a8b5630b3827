import { z } from 'zod'
import type { Permission, Role } from './roles.ts'
import './validation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call a route at all: anybody, anybody signed in, or the holders of one of the roles; with `permission`, a
 * realizador also needs that grant. On which rows they may act is the feature's policy.
 */
export type Access = 'public' | 'user' | { roles: readonly Role[]; permission?: Permission }

export interface Route<
  A extends Access = Access,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  M extends z.ZodType = z.ZodType,
  X extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Below `/api/v1`, parameters as `:id`. */
  path: string
  access: A
  /** One Portuguese line for the API's documentation. */
  summary: string
  tag: string
  /** Of success: 200 unless said; 302 leads to a page. */
  status: 200 | 201 | 302
  /** Media types of a success that is a file and not the envelope. */
  sends: readonly string[]
  /** The body may hold files as data URLs, and be as large as those. */
  carriesFiles: boolean
  /** Also for who must turn the second factor on and has not yet: nothing else is open to them. */
  beforeSecondFactor: boolean
  params: P
  query: Q
  body: B
  /** What `data` of the answer holds: also the presenter, undeclared fields never leave. */
  data: D
  /** Page numbers and totals of a list. */
  meta: M
  /** Fields the answer carries beside `data` and `meta`. */
  extra: X
}

const Nothing = z.undefined()
type Nothing = typeof Nothing

/** Declares a route once: the server registers it, the browser calls it, the documentation lists it. */
export function defineRoute<
  const A extends Access,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  D extends z.ZodType = Nothing,
  M extends z.ZodType = Nothing,
  X extends z.ZodType = Nothing,
>(
  route: Pick<Route<A>, 'method' | 'path' | 'access' | 'summary' | 'tag'> & {
    status?: 200 | 201 | 302
    sends?: readonly string[]
    carriesFiles?: true
    beforeSecondFactor?: true
    params?: P
    query?: Q
    body?: B
    data?: D
    meta?: M
    extra?: X
  },
): Route<A, P, Q, B, D, M, X> {
  const nothing = (schema?: z.ZodType) => schema ?? Nothing
  return {
    ...route,
    status: route.status ?? 200,
    sends: route.sends ?? [],
    carriesFiles: route.carriesFiles ?? false,
    beforeSecondFactor: route.beforeSecondFactor ?? false,
    params: nothing(route.params) as P,
    query: nothing(route.query) as Q,
    body: nothing(route.body) as B,
    data: nothing(route.data) as D,
    meta: nothing(route.meta) as M,
    extra: nothing(route.extra) as X,
  }
}

/** What a successful call answers. */
export type Success<R extends Route> = {
  status: number
  message?: string
  data: z.output<R['data']>
  meta: z.output<R['meta']>
} & (z.output<R['extra']> extends object ? z.output<R['extra']> : unknown)

export const API_BASE = '/api/v1'

/** Ids are `bigint` in the database, and none will ever be as large as this. */
export const MAX_ID = 999_999_999_999
/** What an `int` of the database holds. */
export const MAX_INT = 2_147_483_647

export const Id = z.coerce.number({ error: 'Campo não é válido' }).int().positive().max(MAX_ID)
/** A count of saves, sent back to say which one was seen. */
export const Version = z.int().min(0).max(MAX_INT)
/** A municipality's IBGE id: seven digits. */
export const CityId = Id.max(9_999_999)
export const IdParams = z.object({ id: Id })

export const DEFAULT_PAGE_SIZE = 20

export const PageQuery = z.object({
  page: z.coerce
    .number({ error: 'O campo precisa ter um valor inteiro' })
    .int()
    .min(1)
    .max(100_000)
    .default(1),
  per_page: z.coerce
    .number({ error: 'O campo precisa ter um valor inteiro' })
    .int()
    .min(1)
    .max(100)
    .default(DEFAULT_PAGE_SIZE),
})

export const PageMeta = z.object({
  current_page: z.int(),
  per_page: z.int(),
  last_page: z.int(),
  total: z.int(),
})
export type PageMeta = z.infer<typeof PageMeta>

/** Adds what follows from a page's number, size and total. */
export const pageMeta = (page: number, perPage: number, total: number): PageMeta => ({
  current_page: page,
  per_page: perPage,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  total,
})
