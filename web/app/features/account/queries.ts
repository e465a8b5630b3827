import { getProfile, listConsents } from '#contract/account/account.ts'
import { listPasskeys } from '#contract/account/passkeys.ts'
import { getSecondFactor } from '#contract/account/second-factor.ts'
import { listActivity } from '#contract/account/session.ts'
import { dataQuery } from '#web/api/data-query.ts'

export const profileQuery = (userId: number) => ({
  ...dataQuery(['profile', userId], getProfile, { params: { id: userId } }),
  // The id is 0 when the stored user could not be read; it is then fetched again.
  enabled: userId > 0,
})

export const consentsQuery = dataQuery(['consents'], listConsents)
export const activityQuery = dataQuery(['activity'], listActivity)
export const secondFactorQuery = dataQuery(['second-factor'], getSecondFactor)
export const passkeysQuery = dataQuery(['passkeys'], listPasskeys)
