import { addDays, type IsoDate, instantIn } from '#contract/dates.ts'
import { BANK_ZONE } from '../../payment/domain/due-date.ts'

const MOST_WORDS = 8

/**
 * A search for a person as it meets "name e-mail CPF" of an account: word by word, no accents, no case; a CPF with its
 * punctuation is one word of digits. Each is a pattern for `like`. Empty when there is nothing to look for.
 */
export const personPatterns = (typed: string | undefined): string[] =>
  (typed ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (/^[\d.\-/]+$/.test(word) ? word.replace(/\D/g, '') : word))
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

interface Days {
  from?: IsoDate | undefined
  to?: IsoDate | undefined
}

/** Days of the house, in its own time zone; the last one is meant whole. */
export const daysOfHouse = ({ from, to }: Days): { from: Date | null; until: Date | null } => ({
  from: from ? instantIn(BANK_ZONE, from, '00:00') : null,
  until: to ? instantIn(BANK_ZONE, addDays(to, 1), '00:00') : null,
})
