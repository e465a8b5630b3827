import type { WaitingRoomState } from '#contract/waiting-room.ts'

/** People who go in before the holder of a number; 0 when it is their turn. */
export const peopleAhead = (
  { admitted, starts_at }: Pick<WaitingRoomState, 'admitted' | 'starts_at'>,
  number: number,
): number => Math.max(0, number - admitted - (starts_at === null ? 0 : 1))

const SHORTEST_MS = 3_000
const LONGEST_MS = 30_000

/** When to ask again: after a tenth of the expected wait. Up to a fifth longer, so that browsers do not all ask at once. */
export function pauseMs(
  state: Pick<WaitingRoomState, 'admitted' | 'starts_at' | 'per_minute'> | undefined,
  number: number | null,
  random = Math.random(),
): number {
  const wait =
    state && number !== null && state.per_minute > 0
      ? (peopleAhead(state, number) / state.per_minute) * 60_000
      : 0
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait / 10)) * (1 + random / 5)
}

/** The wait in words, rounded up; nothing promised while nobody was let in. */
export function waitWords(ahead: number, perMinute: number): string {
  if (ahead === 0) return 'Abrindo a inscrição…'
  if (perMinute <= 0) return 'Calculando a espera…'
  const minutes = Math.ceil(ahead / perMinute)
  if (minutes <= 1) return 'Espera de menos de um minuto'
  if (minutes < 60) return `Espera de cerca de ${minutes} minutos`
  const hours = Math.floor(minutes / 60)
  const rest = Math.ceil((minutes % 60) / 10) * 10
  const whole = rest === 60 ? hours + 1 : hours
  return `Espera de cerca de ${whole} h${rest === 0 || rest === 60 ? '' : ` ${rest} min`}`
}
