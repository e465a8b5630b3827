import { z } from 'zod'
import { OptionalDate, orAbsent } from '../fields.ts'
import { Id } from '../route.ts'
import { VALIDATION } from '../validation.ts'

const code = (last: number) => orAbsent(z.coerce.number({ error: VALIDATION.invalid }).int().min(0).max(last))

/** Registrations that may be selected at once. The server acts on one after another. */
export const MOST_SELECTED = 200
/** Numbers of registrations, separated by commas. */
const Ids = z
  .string()
  .max(MOST_SELECTED * 16)
  .regex(/^\d{1,15}(,\d{1,15})*$/, { error: VALIDATION.invalid })
  .transform((text) => text.split(',').map(Number))

/** The filters of the list of participants and of its export. */
export const ParticipantFilter = z.object({
  /** Words of the name or e-mail, a CPF, a phone, or the number of a registration or order. */
  search: z.string().trim().max(120).optional(),
  /** Only these registrations: those selected in the list. */
  ids: orAbsent(Ids),
  modality_id: orAbsent(Id),
  category_id: orAbsent(Id),
  product_id: orAbsent(Id),
  registration_status: code(2),
  /** 2 ('Pago') also matches the statuses 1 and 12. */
  payment_status: code(13),
  payment_date_start: OptionalDate,
  payment_date_end: OptionalDate,
  /**
   * Selects what the cards of the list count. `paid`: paid and not refunded. `free`: costs nothing and is not
   * cancelled. `owing`: confirmed, and the difference to a higher price is not paid.
   */
  money: orAbsent(z.enum(['paid', 'free', 'owing'], { error: VALIDATION.invalid })),
  /** `1`: only registrations that a change made ineligible. */
  ineligible: orAbsent(z.literal('1', { error: VALIDATION.invalid })),
  group_id: orAbsent(Id),
  /** Only members of teams that lack somebody. */
  team: orAbsent(z.literal('incomplete', { error: VALIDATION.invalid })),
  /** Participants whom somebody else registered and who have confirmed, or have not. */
  confirmation: orAbsent(z.enum(['confirmed', 'missing'], { error: VALIDATION.invalid })),
  /** Minors with all signatures, or minors who lack one. */
  guardian: orAbsent(z.enum(['signed', 'missing'], { error: VALIDATION.invalid })),
})
export type ParticipantFilter = z.output<typeof ParticipantFilter>
