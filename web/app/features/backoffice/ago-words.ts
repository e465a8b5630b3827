import { plural } from '#contract/words.ts'
import { momentWords } from '#web/ui/date-time-words.ts'

const DAY = 86_400
const HOUR = 3_600
const MINUTE = 60

/** The time since an instant in words: `há 3 minutos`, `ontem`; after a week the date. */
export function agoWords(instant: string, now: number): string {
  const seconds = Math.max(0, (now - new Date(instant).getTime()) / 1000)
  if (seconds < MINUTE) return 'agora há pouco'
  if (seconds > 7 * DAY) return momentWords(instant)
  if (seconds < HOUR) return `há ${plural(Math.floor(seconds / MINUTE), 'minuto', 'minutos')}`
  if (seconds < DAY) return `há ${plural(Math.floor(seconds / HOUR), 'hora', 'horas')}`
  const days = Math.floor(seconds / DAY)
  return ['ontem', 'anteontem'][days - 1] ?? `há ${days} dias`
}
