import { addDays, type IsoDate } from '#contract/dates.ts'
import { type Cents, toCents } from '#contract/money.ts'
import { plainText } from '#contract/words.ts'
import { type RaceTerm, raceTerms } from './race-terms.ts'

/** What a typed search asks for. */
export interface RaceSearch {
  terms: readonly RaceTerm[] | null
  /** The price from which a coming race is sold is at most this. */
  atMostCents: Cents | null
  /** Races on Saturdays and Sundays in these days; `to` is null for every later weekend. */
  weekend: { from: IsoDate; to: IsoDate | null } | null
  /** A city, without accents and case, around which the races are. */
  near: string | null
}

const SUNDAY = 0
const SATURDAY = 6

const alone = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u')

const FREE = alone('gratis|gratuit[oa]s?|de graca')
const AMOUNT = '(\\d{1,3}(?:\\.\\d{3})?|\\d{4})(?:[.,](\\d\\d))?'
const UP_TO = '(?:(?:por )?(?:ate|menos de)|abaixo de|por)'
/** `até R$ 60`, `R$ 59,90`, `60 reais`; an amount without its currency only at the end, as in `corrida até 60`. */
const PRICES = [
  alone(`(?:${UP_TO} ?)?r\\$ ?${AMOUNT}(?: reais)?`),
  alone(`(?:${UP_TO} ?)?${AMOUNT} ?rea(?:l|is)`),
  alone(`${UP_TO} ${AMOUNT} *$`),
]
const WEEKEND = alone(
  '(?:n?(es[st]e) |(?:no )?(proximo) |nos? |aos? )?(?:(?:fim|fins|final|finais) de semana|fds)',
)

const NEAR =
  /(?<![\p{L}\p{N}])(?:perto|proxim[oa]s?|ao redor|arredores) d[eoa]s? ([\p{L}' -]+?)(?=,| em | \d| *$)/u

/** `corrida até R$ 60 no fim de semana` → the price, the weekends, and the other words as terms. */
export function raceSearch(typed: string | undefined, today: IsoDate): RaceSearch {
  let text = plainText(typed ?? '').replace(/\s+/g, ' ')
  const take = (pattern: RegExp) => {
    const match = pattern.exec(text)
    if (match) text = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return match
  }
  const isFree = take(FREE) !== null
  const price = PRICES.reduce<RegExpExecArray | null>((found, pattern) => found ?? take(pattern), null)
  const weekend = take(WEEKEND)
  const near = take(NEAR)
  return {
    terms: raceTerms(text, today),
    atMostCents: isFree ? 0 : price && centsOf(price),
    weekend: weekend && weekendOf(weekend, today),
    near: near?.[1]?.trim() ?? null,
  }
}

const centsOf = ([, whole = '', fraction = '00']: RegExpExecArray): Cents =>
  toCents(`${whole.replace('.', '')}.${fraction}`) ?? 0

/** Without `este` or `próximo` every later weekend is meant, this one included. */
function weekendOf([, isThis, isNext]: RegExpExecArray, today: IsoDate): RaceSearch['weekend'] {
  if (!isThis && !isNext) return { from: today, to: null }
  const weekday = new Date(today).getUTCDay()
  if (isThis && weekday === SUNDAY) return { from: today, to: today }
  const saturday = addDays(today, isNext && weekday === SATURDAY ? 7 : SATURDAY - weekday)
  return { from: saturday, to: addDays(saturday, 1) }
}
