import type { z } from 'zod'
import type { OrganizerAccount, OrganizerChange } from '#contract/backoffice/organizers.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { PRODUCER_LABELS, producerValues } from '#web/features/producer/detail/producer-values.ts'

/** Form values are text; the schema converts the enterprise's id to a number. */
export type OrganizerValues = z.input<typeof OrganizerChange>

const { password: _password, ...COMPANY_LABELS } = PRODUCER_LABELS

/** Labels of the fields that the server may refuse, in the order of the form. */
export const ORGANIZER_LABELS = {
  ...COMPANY_LABELS,
  enterprise_id: 'Empresa',
  current_password: 'Sua senha atual',
} as const

/** Converts an organizer to form values with formatted documents. Null gives an empty form. */
export function organizerValues(organizer: OrganizerAccount | null): OrganizerValues {
  const company = producerValues(
    organizer && {
      ...organizer,
      type: ORGANIZER_TYPE.producer,
      enterprise_id: organizer.enterprise.id,
      blocked_at: organizer.suspended_at,
      blocked_reason: organizer.suspended_reason,
      events: [],
    },
  )
  const { password: _none, type: _type, ...values } = company
  return { ...values, enterprise_id: String(organizer?.enterprise.id ?? 1), current_password: '' }
}
