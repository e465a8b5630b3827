export interface CalendarEntry {
  /** Stays the same when the file is made again: calendars then update their entry. */
  uid: string
  title: string
  description: string
  location: string
  url: string
  startsAt: Date
  stampedAt: Date
}

/** Nobody says when a race ends: long enough for most to come home. */
const DURATION = 'PT4H'

/** An iCalendar file (RFC 5545) with one entry and a reminder the evening before. */
export function calendarFile(entry: CalendarEntry): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Largada//Inscricoes//PT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${utc(entry.stampedAt)}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DURATION:${DURATION}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.location)}`,
    `URL:${entry.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(entry.title)}`,
    'TRIGGER:-PT12H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** `20261213T100000Z`: an instant needs no description of the time zone. */
const utc = (instant: Date): string => `${instant.toISOString().replace(/[-:]|\.\d+/g, '')}`

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const MAX_BYTES = 75

/** Lines are at most 75 bytes; the next ones start with a space. No character is cut in two. */
function folded(line: string): string {
  const lines = ['']
  for (const character of line) {
    const current = lines[lines.length - 1] ?? ''
    const limit = lines.length === 1 ? MAX_BYTES : MAX_BYTES - 1
    if (Buffer.byteLength(current + character) > limit) lines.push(character)
    else lines[lines.length - 1] = current + character
  }
  return lines.join('\r\n ')
}
