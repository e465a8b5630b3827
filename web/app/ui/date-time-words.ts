import { momentIn } from '#contract/dates.ts'

/** Formats an instant in the browser's time zone: `20/11/2026 às 10:21`. */
export const momentWords = (instant: string): string => momentIn(undefined, new Date(instant))
