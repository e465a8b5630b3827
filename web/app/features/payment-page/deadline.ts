import { momentIn, timeIn } from '#contract/dates.ts'

const ZONE = 'America/Sao_Paulo'
const MINUTE_MS = 60_000

/** As banks do, midnight is `05/12/2026 às 23:59`. Names the time zone if the browser's differs. */
export function deadlineWords(until: string): string {
  const instant = new Date(until)
  const isMidnight = timeIn(ZONE, instant) === '00:00'
  const last = new Date(instant.getTime() - (isMidnight ? MINUTE_MS : 0))
  const words = momentIn(ZONE, last)
  const zone = words === momentIn(undefined, last) ? '' : ', horário de Brasília'
  return words + zone
}

const two = (part: number) => String(Math.floor(part)).padStart(2, '0')

/** `2 dias e 03:04:05`, `03:04:05`, `04:05`; null after the deadline. */
export function countdownWords(leftMs: number): string | null {
  if (leftMs <= 0) return null
  const seconds = Math.floor(leftMs / 1_000)
  const days = Math.floor(seconds / 86_400)
  const hours = (seconds % 86_400) / 3_600
  const clock = `${two((seconds % 3_600) / 60)}:${two(seconds % 60)}`
  if (days > 0) return `${days} ${days === 1 ? 'dia' : 'dias'} e ${two(hours)}:${clock}`
  return hours >= 1 ? `${two(hours)}:${clock}` : clock
}
