import { expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'

const ENTRY = {
  uid: 'inscricao-7@largada',
  title: 'Corrida do Sol; 10 km',
  description: 'Inscrição de Ana, "Kit Completo"\nBoa prova!',
  location: 'Olinda, PE',
  url: 'https://largada.test/events/corrida-do-sol',
  startsAt: new Date('2026-12-13T09:30:00Z'),
  stampedAt: new Date('2026-11-20T12:00:00.123Z'),
}

test('one entry in UTC, texts escaped, lines ended as the standard wants', () => {
  const lines = calendarFile(ENTRY).split('\r\n')
  expect(lines).toContain('DTSTART:20261213T093000Z')
  expect(lines).toContain('DTSTAMP:20261120T120000Z')
  expect(lines).toContain('SUMMARY:Corrida do Sol\\; 10 km')
  expect(lines).toContain('DESCRIPTION:Inscrição de Ana\\, "Kit Completo"\\nBoa prova!')
  expect(lines).toContain('LOCATION:Olinda\\, PE')
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

test('long lines are folded at 75 bytes without cutting a character', () => {
  const file = calendarFile({ ...ENTRY, description: 'ação '.repeat(60) })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'ação '.repeat(60)}`)
})
