import { getOrganizerProfile } from '#contract/organizer/organizer-profile.ts'
import { dataQuery } from '#web/api/data-query.ts'

export const profileQuery = dataQuery(['organizer-profile'], getOrganizerProfile)
