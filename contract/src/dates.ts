/** A calendar day, `yyyy-mm-dd`. */
export type IsoDate = string

/**
 * Stands for the days and the time that a draft of an event does not have yet: later than every real one, so that it never begins, ends or
 * expires, and calculations with it need no case of their own. Answers of the API have null for it.
 */
export const NO_DAY: IsoDate = '2199-12-31'
/** A time that cannot be typed: races start at whole minutes. */
export const NO_TIME = '23:59:59'

/** A valid day from 1900 to 2199: others are typing errors, and date arithmetic on them may overflow. */
export function isIsoDate(value: string): boolean {
  if (!/^(19|2[01])\d{2}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** `2026-12-05` → `05/12/2026`. */
export const toBrazilianDate = (date: IsoDate): string => date.split('-').reverse().join('/')

/** The same of a day that a draft may not have yet. */
export const toBrazilianDateOrNull = (date: IsoDate): string | null =>
  date === NO_DAY ? null : toBrazilianDate(date)

/** `05/12/2026`, `5/12/2026` or `2026-12-05` → `2026-12-05`; null when it is no real day. */
export function toIsoDate(value: string): IsoDate | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? []
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : value
  return isIsoDate(iso) ? iso : null
}

/** By time zone: making a format takes forty times as long as using it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/**
 * What a clock in `timeZone` shows at `instant`; without a zone, this device's clock. Only the parts of the format are read: its text
 * differs between the versions of the language data in browsers (`en-CA` is `2026-11-23` in one and `11/23/2026` in another).
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

/** The calendar day at `instant` in `timeZone`; without a zone, in this device's. */
export const dayIn = (timeZone: string | undefined, instant: Date): IsoDate => clockIn(timeZone, instant).day

/** `23:59`, the time at `instant` in `timeZone`. */
export const timeIn = (timeZone: string, instant: Date): string => clockIn(timeZone, instant).time

/** `20/11/2026 às 10:21`, the moment `instant` in `timeZone`; without a zone, in this device's. */
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

/** Milliseconds by which the wall clock of `timeZone` is ahead of UTC at `instant`. */
function offsetOf(timeZone: string, instant: number): number {
  const { day, time, second } = clockIn(timeZone, instant)
  return Date.parse(`${day}T${time}:${second}Z`) - instant
}

/** The instant at which clocks in `timeZone` show `date` and `time` (`HH:MM`). */
export function instantIn(timeZone: string, date: IsoDate, time: string): Date {
  const wall = Date.parse(`${date}T${time.slice(0, 5)}:00Z`)
  const guess = wall - offsetOf(timeZone, wall)
  // The second lookup is right also on days when clocks change.
  return new Date(wall - offsetOf(timeZone, guess))
}

/** The same instant as text with its offset, `2026-12-05T07:00:00-03:00`. */
export function offsetDateTime(timeZone: string, date: IsoDate, time: string): string {
  const minutes = offsetOf(timeZone, instantIn(timeZone, date, time).getTime()) / 60_000
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
  return `${date}T${time.slice(0, 5)}:00${offset}`
}
