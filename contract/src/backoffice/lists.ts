import { z } from 'zod'
import { PageMeta, PageQuery, pageMeta } from '../route.ts'

/** Longer lists are cut off here. Users find the rest by narrowing the search. */
export const LIST_LIMIT = 1_000

export const LimitedMeta = PageMeta.extend({ more: z.boolean() })
export type LimitedMeta = z.infer<typeof LimitedMeta>

/** `counted` is the number of rows, counted up to `LIST_LIMIT + 1`. */
export const limitedMeta = (page: number, perPage: number, counted: number): LimitedMeta => ({
  ...pageMeta(page, perPage, Math.min(counted, LIST_LIMIT)),
  more: counted > LIST_LIMIT,
})

export const SearchText = z.string().trim().max(120).optional()

/** In the body, because a CPF must not appear in URLs or proxy logs. */
export const SearchBody = PageQuery.extend({ search: SearchText })
