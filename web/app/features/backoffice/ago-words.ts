import { momentWords } from '../registration/moment.ts'

const RELATIVE = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' })
const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The time that has passed, in words: `há 3 minutos`, `ontem`; after a week the date. */
export function agoWords(instant: string, now: number): string {
  const seconds = Math.max(0, (now - new Date(instant).getTime()) / 1000)
  if (seconds < 60) return 'agora há pouco'
  if (seconds > 7 * 86_400) return momentWords(instant)
  const [unit, length] = STEPS.find(([, step]) => seconds >= step) ?? STEPS[2]
  return RELATIVE.format(-Math.floor(seconds / length), unit)
}
