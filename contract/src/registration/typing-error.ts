import type { IsoDate } from '../dates.ts'

/** Letters of the name, or digits of the date, that may differ from their correction. */
const MOST_CHARACTERS = 2

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

interface Named {
  name: string
  birth_date: IsoDate
}

/**
 * Whether a correction still describes the same person. The CPF stays in any case, so a registration could
 * otherwise be given to somebody else by changing name and birth date. A few letters of the name may differ, or,
 * with the same first name and birth date, its other names; of the birth date two digits, or day and month may be
 * swapped.
 */
export function isTypingError(before: Named, after: Named): boolean {
  const sameDate = before.birth_date === after.birth_date
  if (!sameDate && !isDateTypingError(before.birth_date, after.birth_date)) return false
  const [from, to] = [lettersOf(before.name), lettersOf(after.name)]
  if (distance(from, to) <= MOST_CHARACTERS) return true
  return sameDate && from.split(' ')[0] === to.split(' ')[0]
}

function isDateTypingError(from: IsoDate, to: IsoDate): boolean {
  const [year, month, day] = from.split('-')
  return (
    to === [year, day, month].join('-') ||
    [...from].filter((digit, i) => digit !== to[i]).length <= MOST_CHARACTERS
  )
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (next[j - 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}
