import { useQuery } from '@tanstack/react-query'
import { orderQuery } from './queries.ts'
import type { Payer, SuccessState } from './success-place.ts'

const POLL_MS = 2_000

const lacksLink = ({ payment_link, free }: Payer) => !free && payment_link === null

/** Who pays, with the links that were not there yet when the order was answered: asked for until they have followed. */
export function usePayers({ participants, order }: SuccessState) {
  const waits = order !== undefined && participants.some(lacksLink)
  const { data } = useQuery({
    ...orderQuery(order ?? ''),
    enabled: waits,
    refetchInterval: ({ state }) =>
      state.data && !withLinks(participants, state.data.registrations).some(lacksLink) ? false : POLL_MS,
  })
  const payers = withLinks(participants, data?.registrations ?? [])
  return { payers, isWaiting: waits && payers.some(lacksLink) }
}

/** The order's registrations stand in the order of its participants. */
const withLinks = (
  participants: readonly Payer[],
  known: readonly { payment_link: string | null }[],
): Payer[] =>
  participants.map((payer, i) => ({
    ...payer,
    payment_link: payer.payment_link ?? known[i]?.payment_link ?? null,
  }))
