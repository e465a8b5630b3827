import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addDays,
  dayIn,
  daysBetween,
  instantIn,
  isIsoDate,
  momentIn,
  offsetDateTime,
  timeIn,
  toBrazilianDate,
  toIsoDate,
} from './dates.ts'

test.each([
  ['05/12/2026', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/04/2026', null],
  ['5/12/2026', '2026-12-05'],
  ['2/5/2027', '2027-05-02'],
  ['2/5/27', null],
  ['2026-13-01', null],
  ['2026-12-05T10:00:00Z', null],
  ['', null],
])('%s is the day %s', (text, day) => {
  expect(toIsoDate(text)).toBe(day)
  if (day) {
    expect(isIsoDate(day)).toBe(true)
    expect(toIsoDate(toBrazilianDate(day))).toBe(day)
  }
})

const FORMAT = Intl.DateTimeFormat.prototype
const { formatToParts } = FORMAT
const FORMAT_TEXT = Object.getOwnPropertyDescriptor(FORMAT, 'format') ?? {}

/** Language data that writes `11/23/2026`, with the parts in another order and without zeros. */
function stubLanguageData() {
  Object.defineProperty(FORMAT, 'format', { configurable: true, get: () => () => '11/23/2026' })
  vi.spyOn(FORMAT, 'formatToParts').mockImplementation(function (this: Intl.DateTimeFormat, at) {
    const parts = formatToParts.call(this, at).toReversed()
    return parts.map(({ type, value }) => ({
      type,
      value: type === 'literal' ? '\u202f' : String(Number(value)),
    }))
  })
}

afterEach(() => {
  vi.restoreAllMocks()
  Object.defineProperty(FORMAT, 'format', FORMAT_TEXT)
})

describe.each([
  ["this engine's language data", () => undefined],
  ['other language data', stubLanguageData],
])('with %s', (_, stub) => {
  const instant = new Date('2026-12-01T03:05:00Z')
  test.each([
    ['America/Noronha', '2026-12-01', '01:05'],
    ['America/Sao_Paulo', '2026-12-01', '00:05'],
    ['America/Manaus', '2026-11-30', '23:05'],
    ['America/Rio_Branco', '2026-11-30', '22:05'],
  ])('the moment in %s', (zone, day, time) => {
    stub()
    expect(dayIn(zone, instant)).toBe(day)
    expect(timeIn(zone, instant)).toBe(time)
    expect(momentIn(zone, instant)).toBe(`${toBrazilianDate(day)} às ${time}`)
    expect(instantIn(zone, day, time)).toEqual(instant)
  })

  test("the moment on this device's clock", () => {
    stub()
    const local = new Date(2026, 10, 3, 7, 9)
    expect(dayIn(undefined, local)).toBe('2026-11-03')
    expect(momentIn(undefined, local)).toBe('03/11/2026 às 07:09')
  })

  test('an instant with its offset', () => {
    stub()
    expect(offsetDateTime('America/Manaus', '2026-12-05', '07:00')).toBe('2026-12-05T07:00:00-04:00')
  })

  test('the two hours around a change of clocks', () => {
    stub()
    // Brazil had daylight saving time until 2019: on 4 November 2018 midnight was skipped.
    expect(instantIn('America/Sao_Paulo', '2018-11-03', '23:30').toISOString()).toBe(
      '2018-11-04T02:30:00.000Z',
    )
    expect(instantIn('America/Sao_Paulo', '2018-11-04', '01:30').toISOString()).toBe(
      '2018-11-04T03:30:00.000Z',
    )
  })
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-11-20', 0, '2026-11-20'],
])('%s plus %i days is %s', (from, days, to) => {
  expect(addDays(from, days)).toBe(to)
  expect(daysBetween(from, to)).toBe(days)
})
