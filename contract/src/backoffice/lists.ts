import { z } from 'zod'
import { PageMeta, PageQuery, pageMeta } from '../route.ts'

/** How far long lists are counted and paged: people narrow the search instead. */
export const LIST_LIMIT = 1_000

/** Page numbers whose total stops at the limit; `more` says that it did. */
export const LimitedMeta = PageMeta.extend({ more: z.boolean() })
export type LimitedMeta = z.infer<typeof LimitedMeta>

/** `counted` is at most one more than the limit. */
export const limitedMeta = (page: number, perPage: number, counted: number): LimitedMeta => ({
  ...pageMeta(page, perPage, Math.min(counted, LIST_LIMIT)),
  more: counted > LIST_LIMIT,
})

export const SearchText = z.string().trim().max(120).optional()

/** A search may contain a CPF: it is sent in a body, so that no address or proxy log contains it. */
export const SearchBody = PageQuery.extend({ search: SearchText })
