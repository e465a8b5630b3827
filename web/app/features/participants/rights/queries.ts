import { keepPreviousData } from '@tanstack/react-query'
import { getRightProof, listRightClaims } from '#contract/participants/right-claims.ts'
import { RIGHT_CLAIM_STATUSES, type RightClaimStatus } from '#contract/registration/right-claim.ts'
import { DEFAULT_PAGE_SIZE, type Success } from '#contract/route.ts'
import { apiFile } from '#web/api/api.ts'
import { responseQuery } from '#web/api/data-query.ts'
import { choiceFilter, digits, loadedFilter, type SetFilters } from '#web/lists/filters.ts'
import { PARTICIPANTS_KEY } from '../queries.ts'

type Claims = Success<typeof listRightClaims> | undefined

const STATUSES = Object.entries(RIGHT_CLAIM_STATUSES) as [RightClaimStatus, { label: string }][]

export const RIGHT_FILTERS = {
  status: choiceFilter(
    STATUSES.map(([status, { label }]) => [status, label] as const),
    { label: 'Situação', none: 'Para decidir' },
  ),
  right_rule_id: loadedFilter(
    (claims: Claims) => (claims?.rules ?? []).map(({ id, name }) => [String(id), name]),
    { label: 'Direito', none: 'Todos os direitos', read: digits },
  ),
}

export const claimsQuery = (eventId: number, filters: SetFilters<typeof RIGHT_FILTERS> = {}, page = 1) => ({
  ...responseQuery([...PARTICIPANTS_KEY, 'rights', eventId, filters, page], listRightClaims, {
    params: { eventId },
    query: { ...filters, page, per_page: DEFAULT_PAGE_SIZE },
  }),
  placeholderData: keepPreviousData,
  staleTime: 0,
})

export const loadProof = (id: number, rightRuleId: number): Promise<Blob> =>
  apiFile(getRightProof, { params: { id, rightRuleId } })
