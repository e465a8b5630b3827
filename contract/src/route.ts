import { z } from 'zod'
import type { Permission, Role } from './roles.ts'
import './validation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call a route: anybody, any signed-in user, or holders of one of the roles. With `permission`, realizadores
 * also need that grant. Which rows they may act on is decided by the feature's policy.
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
  /** One Portuguese sentence for the API's documentation. */
  summary: string
  tag: string
  /** Status of success; 302 redirects to a page. */
  status: 200 | 201 | 302
  /** Media types of an answer that is a file instead of the envelope. */
  sends: readonly string[]
  /** The most bytes of a JSON body. */
  bodyLimit: number
  /**
   * The field of a multipart form with one file. The form replaces a JSON body; where the route also declares a `body`, the form carries
   * it as JSON text in the field `data`, the file may be missing, and plain JSON is accepted too.
   */
  uploads: string | null
  /** Also open to accounts that must still turn on the second factor; all other routes are closed to them. */
  beforeSecondFactor: boolean
  /** Also open to an administrator who sees the product as this account does, although it changes something. */
  whileViewing: boolean
  params: P
  query: Q
  body: B
  /** The answer's `data`; fields not declared here are never sent. */
  data: D
  /** Page numbers and totals of a list. */
  meta: M
  /** Fields of the answer besides `data` and `meta`. */
  extra: X
}

const KB = 1024
/** Credentials, tokens and answers to one question: strangers may not make the server parse more. */
const PUBLIC_BODY_LIMIT = 4 * KB
const BODY_LIMIT = 32 * KB
/** Of a document with files as data URLs: fits one of 10 MB. */
export const BODY_LIMIT_WITH_FILES = 15 * KB * KB
/** The field of a multipart form with the JSON that goes with its file. */
export const FORM_DATA = 'data'

const Nothing = z.undefined()
type Nothing = typeof Nothing

/** Declares a route for the server, the browser and the documentation. */
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
    /** Absent: 4 KB of a public route, 32 KB of another. */
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

/** The answer of a successful call. */
export type Success<R extends Route> = {
  status: number
  message?: string
  data: z.output<R['data']>
  meta: z.output<R['meta']>
} & (z.output<R['extra']> extends object ? z.output<R['extra']> : unknown)

export const API_BASE = '/api/v1'

/** Larger than any id will be; ids are `bigint` in the database. */
export const MAX_ID = 999_999_999_999
/** The largest `int` of PostgreSQL. */
export const MAX_INT = 2_147_483_647

const idUpTo = (max: number) =>
  // A list with one number would be coerced to it.
  z.preprocess(
    (value) => (typeof value === 'object' ? Number.NaN : value),
    z.coerce.number({ error: 'Campo não é válido' }).int().positive().max(max),
  )
export const Id = idUpTo(MAX_ID)
/** The number of saves of a record, sent back to detect concurrent changes. */
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

/** Completes page numbers with the last page. */
export const pageMeta = (page: number, perPage: number, total: number): PageMeta => ({
  current_page: page,
  per_page: perPage,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  total,
})
