import { STATE_CODES } from '#contract/city/city.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { NEAR_WORD } from '#contract/event/near-city.ts'
import { type Cents, toCents } from '#contract/money.ts'
import { plainText } from '#contract/words.ts'

/** What a typed search asks for. */
export interface RaceSearch {
  /** The other words. */
  rest: string
  /** The price from which a coming race is sold is at most this. */
  atMostCents: Cents | null
  /** Races on Saturdays and Sundays in these days; `to` is null for every later weekend. */
  weekend: { from: IsoDate; to: IsoDate | null } | null
  /** A city, without accents and case, around which the races are. */
  near: { city: string; state: string | null } | null
}

const SUNDAY = 0
const SATURDAY = 6

const alone = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u')

/** Graça is also a city. */
const FREE = alone(`gratis|gratuit[oa]s?|(?<!${NEAR_WORD} )de graca`)
const AMOUNT = '(\\d{1,3}(?:\\.\\d{3})?|\\d{4})(?:[.,](\\d\\d))?'
const UP_TO = '(?:(?:por )?(?:ate|menos de)|abaixo de|por)'
/** `até R$ 60`, `R$ 59,90`, `60 reais`; an amount without its currency only at the end, as in `corrida até 60`. */
const PRICES = [
  alone(`(?:${UP_TO} ?)?r\\$ ?${AMOUNT}(?: reais)?`),
  alone(`(?:${UP_TO} ?)?${AMOUNT} ?rea(?:l|is)`),
  alone(`${UP_TO} ${AMOUNT} *$`),
]
const WEEKEND = alone(
  '(?:n?(es[st]e) |(?:no )?(proximo) |nos? |aos? )?(?:(?:fim|fins|final|finais) de semana|fds)( que vem)?',
)

const STATE = STATE_CODES.join('|').toLowerCase()
/** `perto de Campinas`, also with the state: `Campinas SP`, `Campinas, SP`, `Campinas/SP`, `Campinas (SP)`. */
const NEAR = new RegExp(
  `(?<![\\p{L}\\p{N}])${NEAR_WORD} d[eoa]s? ([\\p{L}' -]+?)` +
    `(?:(?: *[,/(-] *| +)(${STATE})\\)?)?(?=,| em | \\d| *$)`,
  'u',
)

/** `corrida até R$ 60 no fim de semana` → the price, the weekends, and the other words. */
export function raceSearch(typed: string | undefined, today: IsoDate): RaceSearch {
  let text = plainText(typed ?? '')
    .replace(/\s+/g, ' ')
    .replace(/[‘’´`]/g, "'")
  const take = (pattern: RegExp) => {
    const match = pattern.exec(text)
    if (match) text = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return match
  }
  const isFree = take(FREE) !== null
  const price = PRICES.reduce<RegExpExecArray | null>((found, pattern) => found ?? take(pattern), null)
  const weekend = take(WEEKEND)
  const [, city, state] = take(NEAR) ?? []
  return {
    rest: text,
    atMostCents: isFree ? 0 : price && centsOf(price),
    weekend: weekend && weekendOf(weekend, today),
    near: city ? { city: city.trim(), state: state?.toUpperCase() ?? null } : null,
  }
}

const centsOf = ([, whole = '', fraction = '00']: RegExpExecArray): Cents =>
  toCents(`${whole.replace('.', '')}.${fraction}`) ?? 0

/** Without `este`, `próximo` or `que vem` every later weekend is meant, this one included. */
function weekendOf([, isThis, before, after]: RegExpExecArray, today: IsoDate): RaceSearch['weekend'] {
  const isNext = before ?? after
  if (!isThis && !isNext) return { from: today, to: null }
  const weekday = new Date(today).getUTCDay()
  if (!isNext && weekday === SUNDAY) return { from: today, to: today }
  const saturday = addDays(today, isNext && weekday === SATURDAY ? 7 : SATURDAY - weekday)
  return { from: saturday, to: addDays(saturday, 1) }
}
