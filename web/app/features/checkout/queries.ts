import { queryOptions } from '@tanstack/react-query'
import { getWizardStart, type WizardStart } from '#contract/checkout.ts'
import { getEventBySlug } from '#contract/event.ts'
import { api } from '../../api.ts'

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
}

/** Not tried again: the wizard waits for it, and works without it. */
export const startQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['event', eventId, 'start'],
    queryFn: async ({ signal }) => (await api(getWizardStart, { params: { eventId }, signal })).data,
    retry: false,
    staleTime: 0,
  })
