import { addDays, type IsoDate, isIsoDate, toBrazilianDate } from '#contract/dates.ts'
import { plainText } from '#contract/words.ts'

/** Which day a text without a year or with a short one means. A birth date needs its year. */
export type DayAim = 'coming' | 'past' | 'birth'

export type ReadDay = { day: IsoDate; problem?: never } | { day?: never; problem: string }

const RELATIVE: Readonly<Record<string, number>> = {
  anteontem: -2,
  ontem: -1,
  hoje: 0,
  amanha: 1,
  'depois de amanha': 2,
}
const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']
const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
]
const FEBRUARY = 2
/** Years after today from which a short year is doubtful. */
const FAR = 20

const WEEKDAY = /^(n?est[ea] |proxim[ao] )?([a-z]{3,7})(?:[ -]feira)?( que vem)?$/
const ISO = /^(\d{4})-(\d\d)-(\d\d)$/
const DIGITS = /^(\d\d)(\d\d)(\d{4}|\d\d)?$/
const PARTS =
  /^(?:dia )?(\d{1,2})[ºo°]?(?:(?: de |[ /.-])?(\d{1,2}|[a-z]{3,9})\.?(?:(?: de |[ /.-])?(\d{4}|\d\d))?)?$/

const doubtful = (sentence: string): ReadDay => ({ problem: sentence })
const wrong = (reason: string): ReadDay => ({ problem: `Data inválida: ${reason}` })

/** Reads a day as people write it: `2/5/27`, `020527`, `2 de maio`, `amanhã`, `sábado`. */
export function readDay(text: string, today: IsoDate, aim: DayAim = 'coming'): ReadDay {
  const plain = plainText(text).trim().replace(/\s+/g, ' ')
  const shift = RELATIVE[plain]
  if (shift !== undefined) return { day: addDays(today, shift) }
  const weekday = aim !== 'birth' && readWeekday(plain, today, aim)
  if (weekday) return weekday
  const iso = ISO.exec(plain)
  if (iso) return dated(iso[3], iso[2], iso[1], today, aim)
  const [, day, month, year] = DIGITS.exec(plain) ?? PARTS.exec(plain) ?? []
  return day === undefined
    ? wrong('escreva como 25/12/2027, 2 de maio ou amanhã.')
    : dated(day, month, year, today, aim)
}

function readWeekday(plain: string, today: IsoDate, aim: DayAim): ReadDay | null {
  const [, near = '', name = '', next = ''] = WEEKDAY.exec(plain) ?? []
  const wanted = name === '' ? -1 : WEEKDAYS.findIndex((weekday) => plainText(weekday).startsWith(name))
  if (wanted < 0) return null
  const isNext = next !== '' || near.startsWith('proxim')
  const isBefore = aim === 'past' && !isNext
  const ahead = (wanted - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
  const other = addDays(today, isBefore ? ahead - 7 : ahead || 7)
  return ahead === 0 && !isNext
    ? doubtful(`Hoje é ${WEEKDAYS[wanted]}: escreva “hoje” ou ${toBrazilianDate(other)}.`)
    : { day: other }
}

function dated(
  dayText: string | undefined,
  monthText: string | undefined,
  yearText: string | undefined,
  today: IsoDate,
  aim: DayAim,
): ReadDay {
  if (monthText === undefined) return doubtful('Escreva também o mês, como 15/12.')
  const [day, month] = [Number(dayText), monthOf(monthText)]
  if (month < 1 || month > 12) {
    const isSwapped = month > 12 && month <= 31 && day <= 12
    return wrong(`não existe o mês “${monthText}”.${isSwapped ? ' Escreva o dia antes do mês.' : ''}`)
  }
  if (yearText === undefined && aim === 'birth') return doubtful('Escreva também o ano.')
  const year = yearText === undefined ? nearestYear(day, month, today, aim) : fullYear(yearText, today, aim)
  if (year === null) return doubtful('Escreva o ano com quatro algarismos.')
  const last = daysIn(month, year)
  if (day < 1 || day > last) return wrong(`${MONTHS[month - 1]} de ${year} tem ${last} dias.`)
  const date = isoOf(day, month, year)
  return isIsoDate(date) ? { day: date } : wrong('confira o ano.')
}

const isoOf = (day: number, month: number, year: number): IsoDate =>
  [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

/** 0 for a word that is no month. */
const monthOf = (text: string): number =>
  /\d/.test(text) ? Number(text) : MONTHS.findIndex((month) => plainText(month).startsWith(text)) + 1

const daysIn = (month: number, year: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The year of the next such day or, with `past`, of the last one. */
function nearestYear(day: number, month: number, today: IsoDate, aim: DayAim): number {
  const [now, step] = [Number(today.slice(0, 4)), aim === 'past' ? -1 : 1]
  const isReached = (year: number) =>
    aim === 'past' ? isoOf(day, month, year) <= today : isoOf(day, month, year) >= today
  let year = isReached(now) ? now : now + step
  // 29 February is not in each year.
  while (month === FEBRUARY && day === 29 && daysIn(month, year) < day) year += step
  return year
}

/** Null for a year of two digits that is neither near nor a year of birth. */
function fullYear(text: string, today: IsoDate, aim: DayAim): number | null {
  if (text.length === 4) return Number(text)
  const now = Number(today.slice(0, 4))
  const year = now - (now % 100) + Number(text)
  if (aim === 'birth') return year > now ? year - 100 : year
  return year > now + FAR ? null : year
}
