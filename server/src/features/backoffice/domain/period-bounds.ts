import { addDays, type IsoDate, instantIn } from '#contract/dates.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'

interface Days {
  from?: IsoDate | undefined
  to?: IsoDate | undefined
}

/** In Brasília time; the last day is included. */
export const periodBounds = ({ from, to }: Days): { from: Date | null; until: Date | null } => ({
  from: from ? instantIn(BANK_ZONE, from, '00:00') : null,
  until: to ? instantIn(BANK_ZONE, addDays(to, 1), '00:00') : null,
})
