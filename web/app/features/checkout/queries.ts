import { queryOptions } from '@tanstack/react-query'
import { getWizardStart, type WizardStart } from '#contract/checkout/checkout.ts'
import { getWaitingRoom, TICKET_HEADER } from '#contract/checkout/waiting-room.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { passHeader, storedTicket, storePass } from './waiting-room/ticket.ts'

/** Assumed for a runner who has never registered, and when the request failed. */
export const FIRST_TIME: WizardStart = {
  registration: null,
  last: {
    modality: null,
    category: null,
    product: null,
    shirt_size: null,
    payment_type: null,
    answers: [],
  },
  installments: null,
  pass: null,
}

/** Not retried: the wizard works without it. Fails with `in_waiting_room` while the runner has to queue. */
export const startQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['event', eventId, 'start'],
    queryFn: async ({ signal }) => {
      const ticket = storedTicket(eventId).read()?.ticket
      const headers = { ...passHeader(eventId), ...(ticket !== undefined && { [TICKET_HEADER]: ticket }) }
      const { data } = await api(getWizardStart, { params: { eventId }, headers, signal })
      if (data.pass !== null) storePass(eventId, data.pass)
      return data
    },
    retry: false,
    staleTime: 0,
  })

export const roomQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['event', eventId, 'waiting-room'],
    queryFn: async ({ signal }) => (await api(getWaitingRoom, { params: { id: eventId }, signal })).data,
    staleTime: 0,
  })

export const isToWait = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === 'in_waiting_room'
