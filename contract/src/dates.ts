/** A calendar day, `yyyy-mm-dd`. */
export type IsoDate = string

/** For a draft without a date: later than every real date, so it needs no special case. Null in the API. */
export const NO_DAY: IsoDate = '2199-12-31'
/** For a draft without a start time. Forms accept whole minutes only. */
export const NO_TIME = '23:59:59'

/** Only years from 1900 to 2199: others are typing errors, and date arithmetic may overflow. */
export function isIsoDate(value: string): boolean {
  if (!/^(19|2[01])\d{2}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** `2026-12-05` → `05/12/2026`. */
export const toBrazilianDate = (date: IsoDate): string => date.split('-').reverse().join('/')

/** `2026-12-05` → `05/12/2026`; null for `NO_DAY`. */
export const toBrazilianDateOrNull = (date: IsoDate): string | null =>
  date === NO_DAY ? null : toBrazilianDate(date)

/** `05/12/2026`, `5/12/2026` or `2026-12-05` → `2026-12-05`; null when the text is not a valid date. */
export function toIsoDate(value: string): IsoDate | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? []
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : value
  return isIsoDate(iso) ? iso : null
}

/** Creating a format takes forty times as long as using it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/**
 * Without a zone, uses the device's. Reads the parts of the format, because formatted texts differ between
 * browsers.
 */
function clockIn(timeZone: string | undefined, instant: Date | number) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of format.formatToParts(instant)) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  const two = (part: string) => part.padStart(2, '0')
  return {
    day: `${year.padStart(4, '0')}-${two(month)}-${two(day)}`,
    time: `${two(hour)}:${two(minute)}`,
    second: two(second),
  }
}

export const dayIn = (timeZone: string | undefined, instant: Date): IsoDate => clockIn(timeZone, instant).day

/** As `23:59`. */
export const timeIn = (timeZone: string, instant: Date): string => clockIn(timeZone, instant).time

/** As `20/11/2026 às 10:21`. */
export function momentIn(timeZone: string | undefined, instant: Date): string {
  const { day, time } = clockIn(timeZone, instant)
  return `${toBrazilianDate(day)} às ${time}`
}

export function addDays(date: IsoDate, days: number): IsoDate {
  const shifted = new Date(`${date}T00:00:00Z`)
  shifted.setUTCDate(shifted.getUTCDate() + days)
  return shifted.toISOString().slice(0, 10)
}

export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** By how much the wall clock is ahead of UTC, in milliseconds. */
function offsetOf(timeZone: string, instant: number): number {
  const { day, time, second } = clockIn(timeZone, instant)
  return Date.parse(`${day}T${time}:${second}Z`) - instant
}

/** The instant at which clocks in `timeZone` show `date` and `time` (`HH:MM`). */
export function instantIn(timeZone: string, date: IsoDate, time: string): Date {
  const wall = Date.parse(`${date}T${time.slice(0, 5)}:00Z`)
  const guess = wall - offsetOf(timeZone, wall)
  // The offset at the guess may differ on days when clocks change, so it is looked up again.
  return new Date(wall - offsetOf(timeZone, guess))
}

/** `2026-12-05T07:00:00-03:00`. */
export function offsetDateTime(timeZone: string, date: IsoDate, time: string): string {
  const minutes = offsetOf(timeZone, instantIn(timeZone, date, time).getTime()) / 60_000
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
  return `${date}T${time.slice(0, 5)}:00${offset}`
}
