import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Route } from '#contract/route.ts'
import { type Arguments, api } from './api.ts'

/** Options of a query for the whole response of a route, such as a page of a list with its numbers. */
export const responseQuery = <R extends Route>(queryKey: QueryKey, route: R, ...[input]: Arguments<R>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => api(route, ...([{ ...input, signal }] as unknown as Arguments<R>)),
  })

/** Options of a query for the data of a route. */
export const dataQuery = <R extends Route>(queryKey: QueryKey, route: R, ...[input]: Arguments<R>) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api(route, ...([{ ...input, signal }] as unknown as Arguments<R>))).data,
  })
