import { queryOptions } from '@tanstack/react-query'
import { getProfile, listConsents } from '#contract/account.ts'
import { getSecondFactor } from '#contract/second-factor.ts'
import { listActivity } from '#contract/session.ts'
import { api } from '../../api.ts'

export const profileQuery = (userId: number) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: async ({ signal }) => (await api(getProfile, { params: { id: userId }, signal })).data,
    // A stored user that could not be read has id 0 until it is fetched again.
    enabled: userId > 0,
  })

export const consentsQuery = queryOptions({
  queryKey: ['consents'],
  queryFn: async ({ signal }) => (await api(listConsents, { signal })).data,
})

export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) => (await api(listActivity, { signal })).data,
})

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await api(getSecondFactor, { signal })).data,
})
