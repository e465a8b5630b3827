import { SEX, SEXES } from '#contract/documents.ts'
import type { RuleForm } from './event-form.ts'

export interface NewCategory extends RuleForm {
  category_name: string
}

export interface BulkChoice {
  general: boolean
  ages: boolean
  youngest: number
  oldest: number
}

const BOTH = [SEX.female, SEX.male]
const BAND_YEARS = 5

interface Band {
  name: string
  min_age: string
  max_age: string
}

/** The age groups that Brazilian races use: `18–19`, `20–24`, … and an open last one, `80+`. */
function bands(youngest: number, oldest: number): Band[] {
  const found: Band[] = []
  for (let from = youngest; from < oldest; ) {
    const next = Math.min(oldest, (Math.floor(from / BAND_YEARS) + 1) * BAND_YEARS)
    const last = next - 1
    found.push({
      name: last === from ? String(from) : `${from}–${last}`,
      min_age: String(from),
      max_age: String(last),
    })
    from = next
  }
  return [...found, { name: `${oldest}+`, min_age: String(oldest), max_age: '' }]
}

/** One category for each sex. */
export const generalCategories = (): NewCategory[] =>
  BOTH.map((sex) => ({ category_name: `Geral ${SEXES[sex]}`, sex: String(sex), min_age: '', max_age: '' }))

/** Each with the rule that its name promises. */
export function bulkCategories(choice: BulkChoice, known: readonly string[]): NewCategory[] {
  const all = [
    ...(choice.general ? generalCategories() : []),
    ...(choice.ages && choice.youngest <= choice.oldest
      ? BOTH.flatMap((sex) =>
          bands(choice.youngest, choice.oldest).map(({ name, ...ages }) => ({
            category_name: `${SEXES[sex]} ${name}`,
            sex: String(sex),
            ...ages,
          })),
        )
      : []),
  ]
  const taken = new Set(known.map((name) => name.trim().toLowerCase()))
  return all.filter(({ category_name }) => !taken.has(category_name.toLowerCase()))
}
