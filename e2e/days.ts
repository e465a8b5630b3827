import type { IsoDate } from '#contract/dates.ts'
import { addDays, dayIn } from '#contract/dates.ts'

/** Counted from today in São Paulo, where the races of the tests take place. */
export const inDays = (days: number): IsoDate => addDays(dayIn('America/Sao_Paulo', new Date()), days)
