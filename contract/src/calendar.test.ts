import { describe, expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'
import { instantIn, offsetDateTime } from './dates.ts'

const entry = {
  uid: 'evento-7@largada.test',
  title: 'Maratona de São Paulo; 42 km, ao nascer do sol',
  startsAt: instantIn('America/Sao_Paulo', '2026-12-05', '06:30'),
  location: 'São Paulo, SP',
  url: 'https://largada.test/events/maratona',
  description: 'Chegue cedo.\nLeve documento com foto \\ número de peito.',
}
const unfold = (file: string) => file.replaceAll('\r\n ', '')

describe('calendarFile', () => {
  test('writes one event in UTC with CRLF line ends', () => {
    const file = calendarFile(entry)
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(file).toContain('DTSTART:20261205T093000Z\r\n')
    expect(file).toContain('DURATION:PT4H\r\n')
  })

  test('escapes special characters of calendar text', () => {
    const file = unfold(calendarFile(entry))
    expect(file).toContain('SUMMARY:Maratona de São Paulo\\; 42 km\\, ao nascer do sol\r\n')
    expect(file).toContain('DESCRIPTION:Chegue cedo.\\nLeve documento com foto \\\\ número de peito.\r\n')
  })

  test.each([1, 30, 60, 200])('folds at 75 octets without breaking a character (%i times)', (times) => {
    const title = 'ção é maratona 🏃 '.repeat(times).trim()
    const file = calendarFile({ ...entry, title })
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toContain('\ufffd')
    }
    expect(unfold(file)).toContain(`SUMMARY:${title}\r\n`)
  })
})

describe('instants of wall clocks', () => {
  test.each([
    ['America/Sao_Paulo', '2026-12-05', '07:00', '2026-12-05T10:00:00.000Z', '-03:00'],
    ['America/Manaus', '2026-12-05', '07:00', '2026-12-05T11:00:00.000Z', '-04:00'],
    ['America/Rio_Branco', '2026-12-05', '20:30', '2026-12-06T01:30:00.000Z', '-05:00'],
    ['America/Noronha', '2026-12-05', '00:00', '2026-12-05T02:00:00.000Z', '-02:00'],
    // Daylight saving time, when Brazil still had it.
    ['America/Sao_Paulo', '2018-12-05', '07:00', '2018-12-05T09:00:00.000Z', '-02:00'],
  ])('%s %s %s', (zone, date, time, instant, offset) => {
    expect(instantIn(zone, date, time).toISOString()).toBe(instant)
    expect(offsetDateTime(zone, date, time)).toBe(`${date}T${time}:00${offset}`)
  })
})
