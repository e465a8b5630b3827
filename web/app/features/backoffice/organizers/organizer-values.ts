import type { z } from 'zod'
import type { OrganizerAccount, OrganizerChange } from '#contract/backoffice/organizers.ts'
import { PRODUCER_LABELS, producerValues } from '../../producer/detail/producer-values.ts'

/** Selects speak text: the enterprise is a number again once it is checked. */
export type OrganizerValues = z.input<typeof OrganizerChange>

const { password: _password, ...COMPANY_LABELS } = PRODUCER_LABELS

/** The fields the server may blame, in the order they stand in, by the names people know them by. */
export const ORGANIZER_LABELS = {
  ...COMPANY_LABELS,
  enterprise_id: 'Empresa',
  current_password: 'Sua senha atual',
} as const

/** An organizer as the form shows them, punctuation and all; without one, an empty form. */
export function organizerValues(organizer: OrganizerAccount | null): OrganizerValues {
  const company = producerValues(
    organizer && { ...organizer, type: 1, enterprise_id: organizer.enterprise.id, events: [] },
  )
  const { password: _none, type: _type, ...values } = company
  return { ...values, enterprise_id: String(organizer?.enterprise.id ?? 1), current_password: '' }
}
