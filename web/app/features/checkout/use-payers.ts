import { useQuery } from '@tanstack/react-query'
import { orderQuery } from './queries.ts'
import type { Payer, SuccessState } from './success-place.ts'

const POLL_MS = 2_000

interface Waiting extends Payer {
  /** The gateway refused to make the charge: no link will follow. */
  refused: boolean
}

const lacksLink = ({ payment_link, free }: Payer) => !free && payment_link === null
const waitsForLink = (payer: Waiting) => lacksLink(payer) && !payer.refused

/** Who pays, with the links that were not there yet when the order was answered: asked for until they have followed. */
export function usePayers({ participants, order }: SuccessState) {
  const waits = order !== undefined && participants.some(lacksLink)
  const { data } = useQuery({
    ...orderQuery(order ?? ''),
    enabled: waits,
    refetchInterval: ({ state }) =>
      state.data && !withLinks(participants, state.data.registrations).some(waitsForLink) ? false : POLL_MS,
  })
  const payers = withLinks(participants, data?.registrations ?? [])
  return {
    payers,
    isWaiting: waits && payers.some(waitsForLink),
    isRefused: payers.some(({ refused }) => refused),
  }
}

/** The order's registrations stand in the order of its participants. */
const withLinks = (
  participants: readonly Payer[],
  known: readonly { payment_link: string | null; payment_refused: boolean }[],
): Waiting[] =>
  participants.map((payer, i) => ({
    ...payer,
    payment_link: payer.payment_link ?? known[i]?.payment_link ?? null,
    refused: known[i]?.payment_refused ?? false,
  }))
