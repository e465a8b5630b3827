import { addDays, type IsoDate, instantIn } from '#contract/dates.ts'
import { BANK_ZONE } from '../../payment/domain/due-date.ts'

interface Days {
  from?: IsoDate | undefined
  to?: IsoDate | undefined
}

/** Days of the house, in its own time zone; the last one is meant whole. */
export const daysOfHouse = ({ from, to }: Days): { from: Date | null; until: Date | null } => ({
  from: from ? instantIn(BANK_ZONE, from, '00:00') : null,
  until: to ? instantIn(BANK_ZONE, addDays(to, 1), '00:00') : null,
})
