import { z } from 'zod'
import { PageMeta, PageQuery, pageMeta } from '../route.ts'

/** How far a long list is counted and paged: whoever has not found it by then narrows the search. */
export const LIST_LIMIT = 1_000

/** A page whose total stops at the limit; `more` says that it did. */
export const LimitedMeta = PageMeta.extend({ more: z.boolean() })
export type LimitedMeta = z.infer<typeof LimitedMeta>

/** `counted` is at most one more than the limit. */
export const limitedMeta = (page: number, perPage: number, counted: number): LimitedMeta => ({
  ...pageMeta(page, perPage, Math.min(counted, LIST_LIMIT)),
  more: counted > LIST_LIMIT,
})

export const SearchText = z.string().trim().max(120).optional()

/** What is looked for may be a CPF, which no address and no proxy's log should hold: it travels in a body. */
export const SearchBody = PageQuery.extend({ search: SearchText })
