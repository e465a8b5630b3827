import { queryOptions } from '@tanstack/react-query'
import { getWizardStart, type WizardStart } from '#contract/checkout.ts'
import { getEventBySlug } from '#contract/event.ts'
import { getWaitingRoom, TICKET_HEADER } from '#contract/waiting-room.ts'
import { ApiFailure, api } from '../../api.ts'
import { keepPass, keptTicket, passHeader } from './waiting-room/ticket.ts'

export const eventKey = (slug: string) => ['event', slug] as const

export const eventQuery = (slug: string) =>
  queryOptions({
    queryKey: eventKey(slug),
    queryFn: async ({ signal }) => (await api(getEventBySlug, { params: { slug }, signal })).data,
  })

/** What the wizard knows of a runner who never registered, and when it could not ask. */
export const FIRST_TIME: WizardStart = {
  registration: null,
  last: { shirt_size: null, payment_type: null },
  installments: null,
  pass: null,
}

/** Not tried again: the wizard waits for it, and works without it. Fails with the code `in_waiting_room` before one's turn. */
export const startQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['event', eventId, 'start'],
    queryFn: async ({ signal }) => {
      const ticket = keptTicket(eventId).read()?.ticket
      const headers = { ...passHeader(eventId), ...(ticket !== undefined && { [TICKET_HEADER]: ticket }) }
      const { data } = await api(getWizardStart, { params: { eventId }, headers, signal })
      if (data.pass !== null) keepPass(eventId, data.pass)
      return data
    },
    retry: false,
    staleTime: 0,
  })

/** Whether there is a queue for the event, and how far it is. */
export const roomQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['event', eventId, 'waiting-room'],
    queryFn: async ({ signal }) => (await api(getWaitingRoom, { params: { id: eventId }, signal })).data,
    staleTime: 0,
  })

/** The race has a queue, and it is not one's turn yet. */
export const isToWait = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === 'in_waiting_room'
