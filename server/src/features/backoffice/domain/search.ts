import { addDays, type IsoDate, instantIn } from '#contract/dates.ts'
import { BANK_ZONE } from '../../payment/domain/due-date.ts'

const MAX_WORDS = 8

/**
 * The words of a search for a person, each as a pattern for `like` on text without accents or capitals ("name e-mail CPF").
 * A CPF with punctuation counts as one word of digits. Empty when nothing was typed.
 */
export const personPatterns = (typed: string | undefined): string[] =>
  (typed ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (/^[\d.\-/]+$/.test(word) ? word.replace(/\D/g, '') : word))
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

interface Days {
  from?: IsoDate | undefined
  to?: IsoDate | undefined
}

/** The instants between which a period of days lies, in Brasília time; the last day is included. */
export const periodBounds = ({ from, to }: Days): { from: Date | null; until: Date | null } => ({
  from: from ? instantIn(BANK_ZONE, from, '00:00') : null,
  until: to ? instantIn(BANK_ZONE, addDays(to, 1), '00:00') : null,
})
