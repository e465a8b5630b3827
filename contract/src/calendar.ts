export interface CalendarEntry {
  /** Stable and globally unique: importing the file again updates the entry. */
  uid: string
  title: string
  startsAt: Date
  durationHours?: number
  location: string
  url: string
  description: string
  /** Calendars use the entry with the latest one. */
  stampedAt?: Date
}

const LINE_OCTETS = 75

/** RFC 5545 §3.3.11: `\`, `;`, `,` and line breaks are escaped in text values. */
const escapeText = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/([;,])/g, '\\$1')
    .replace(/\r\n|\r|\n/g, '\\n')

const utc = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

const encoder = new TextEncoder()
const octets = (text: string): number => encoder.encode(text).length

/** RFC 5545 §3.1: lines are folded at 75 octets. A multi-byte character is never split. */
function fold(line: string): string {
  if (octets(line) <= LINE_OCTETS) return line
  const lines: string[] = []
  let current = ''
  let length = 0
  for (const character of line) {
    const added = octets(character)
    if (length + added > LINE_OCTETS) {
      lines.push(current)
      current = ' '
      length = 1
    }
    current += character
    length += added
  }
  return [...lines, current].join('\r\n')
}

/** An `.ics` file (RFC 5545). Times are in UTC, so every calendar shows the right hour. */
export function calendarFile(entry: CalendarEntry): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Largada//Largada//PT-BR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${utc(entry.stampedAt ?? entry.startsAt)}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DURATION:PT${entry.durationHours ?? 4}H`,
    `SUMMARY:${escapeText(entry.title)}`,
    `LOCATION:${escapeText(entry.location)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    // The value of URL is a URI, not TEXT, so it is not escaped.
    `URL:${entry.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
