import type { z } from 'zod'
import type { OrganizerAccount, OrganizerChange } from '#contract/backoffice/organizers.ts'
import { PRODUCER_LABELS, producerValues } from '../../producer/detail/producer-values.ts'

/** Form values are text: the schema turns the enterprise's id back into a number. */
export type OrganizerValues = z.input<typeof OrganizerChange>

const { password: _password, ...COMPANY_LABELS } = PRODUCER_LABELS

/** The fields the server may report errors for, in the order of the form, with their labels. */
export const ORGANIZER_LABELS = {
  ...COMPANY_LABELS,
  enterprise_id: 'Empresa',
  current_password: 'Sua senha atual',
} as const

/** An organizer as form values with formatted documents; null gives an empty form. */
export function organizerValues(organizer: OrganizerAccount | null): OrganizerValues {
  const company = producerValues(
    organizer && {
      ...organizer,
      type: 1,
      enterprise_id: organizer.enterprise.id,
      blocked_at: organizer.suspended_at,
      blocked_reason: organizer.suspended_reason,
      events: [],
    },
  )
  const { password: _none, type: _type, ...values } = company
  return { ...values, enterprise_id: String(organizer?.enterprise.id ?? 1), current_password: '' }
}
