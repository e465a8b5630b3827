import { queryOptions } from '@tanstack/react-query'
import { getOrganizerProfile } from '#contract/organizer-profile.ts'
import { api } from '../../../../api.ts'

export const profileQuery = queryOptions({
  queryKey: ['organizer-profile'],
  queryFn: async ({ signal }) => (await api(getOrganizerProfile, { signal })).data,
})
