import { z } from 'zod'
import type { Permission, Role } from './roles.ts'
import './validation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `permission` is required of realizadores. The feature's policy decides on which rows they may act. */
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
  /** The path below `/api/v1`, with parameters as `:id`. */
  path: string
  access: A
  /** In Portuguese, for the API documentation. */
  summary: string
  tag: string
  /** The status of a successful response; 302 redirects to a page. */
  status: 200 | 201 | 302
  /** Media types of a response that is a file. */
  sends: readonly string[]
  /** In bytes. */
  bodyLimit: number
  /** The form field of a file. It is optional with a `body`, which is JSON text in the field `data`. */
  uploads: string | null
  /** Open to accounts that must turn on the second factor first. */
  beforeSecondFactor: boolean
  /** Open to an administrator who views the product as this account, although it changes something. */
  whileViewing: boolean
  params: P
  query: Q
  body: B
  /** The `data` of the response. Fields that are not declared here are never sent. */
  data: D
  meta: M
  /** Fields of the response besides `data` and `meta`. */
  extra: X
}

const KB = 1024
/** Anonymous callers cannot make the server parse more. */
const PUBLIC_BODY_LIMIT = 4 * KB
const BODY_LIMIT = 32 * KB
/** For a document with files as data URLs: fits a file of 10 MB. */
export const BODY_LIMIT_WITH_FILES = 15 * KB * KB
/** The multipart form field with the JSON body that goes with a file. */
export const FORM_DATA = 'data'

const Nothing = z.undefined()
type Nothing = typeof Nothing

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
    /** Default: 4 KB for a public route, 32 KB for others. */
    bodyLimit?: number
    uploads?: string
    beforeSecondFactor?: true
    whileViewing?: true
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
    bodyLimit: route.bodyLimit ?? (route.access === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT),
    uploads: route.uploads ?? null,
    beforeSecondFactor: route.beforeSecondFactor ?? false,
    whileViewing: route.whileViewing ?? false,
    params: nothing(route.params) as P,
    query: nothing(route.query) as Q,
    body: nothing(route.body) as B,
    data: nothing(route.data) as D,
    meta: nothing(route.meta) as M,
    extra: nothing(route.extra) as X,
  }
}

export type Success<R extends Route> = {
  status: number
  message?: string
  data: z.output<R['data']>
  meta: z.output<R['meta']>
} & (z.output<R['extra']> extends object ? z.output<R['extra']> : unknown)

export const API_BASE = '/api/v1'

/** Ids are `bigint` in the database and stay far below it. */
export const MAX_ID = 999_999_999_999
/** The largest `int` of PostgreSQL. */
export const MAX_INT = 2_147_483_647

const idUpTo = (max: number) =>
  // Without this, z.coerce would convert an array with one number to that number.
  z.preprocess(
    (value) => (typeof value === 'object' ? Number.NaN : value),
    z.coerce.number({ error: 'Campo não é válido' }).int().positive().max(max),
  )
export const Id = idUpTo(MAX_ID)
/** The number of saves of a record. */
export const Version = z.int().min(0).max(MAX_INT)
/** A municipality's IBGE id: seven digits. */
export const CityId = idUpTo(9_999_999)
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

export const pageMeta = (page: number, perPage: number, total: number): PageMeta => ({
  current_page: page,
  per_page: perPage,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  total,
})
