export interface CalendarEntry {
  /** Stable and globally unique, such as `registration-12@largada.example`: importing again updates the entry. */
  uid: string
  title: string
  startsAt: Date
  /** How long the entry blocks the calendar. */
  durationHours?: number
  location: string
  url: string
  description: string
  /** When the data last changed; calendars compare it between versions of an entry. */
  stampedAt?: Date
}

const LINE_OCTETS = 75

/** `\`, `;`, `,` and line breaks are escaped in RFC 5545 text (§3.3.11). */
const escapeText = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/([;,])/g, '\\$1')
    .replace(/\r\n|\r|\n/g, '\\n')

const utc = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Folds at 75 octets, never inside a character (§3.1). */
function fold(line: string): string {
  const octets = (text: string) => new TextEncoder().encode(text).length
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (octets(current + character) > LINE_OCTETS) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}

/** One entry as an `.ics` file (RFC 5545), its time in UTC so that every calendar shows the right hour. */
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
    // A URI is not TEXT: it is not escaped.
    `URL:${entry.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
