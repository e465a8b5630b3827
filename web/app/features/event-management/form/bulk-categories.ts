export interface BulkChoice {
  general: boolean
  ages: boolean
  youngest: number
  oldest: number
}

const SEXES = ['Feminino', 'Masculino'] as const
const BAND_YEARS = 5

/** The age groups that Brazilian races use: `18–19`, `20–24`, … and an open last one, `80+`. */
function bands(youngest: number, oldest: number): string[] {
  const found: string[] = []
  for (let from = youngest; from < oldest; ) {
    const next = Math.min(oldest, (Math.floor(from / BAND_YEARS) + 1) * BAND_YEARS)
    found.push(next - 1 === from ? String(from) : `${from}–${next - 1}`)
    from = next
  }
  return [...found, `${oldest}+`]
}

export function bulkCategories(choice: BulkChoice, known: readonly string[]): string[] {
  const names = [
    ...(choice.general ? SEXES.map((sex) => `Geral ${sex}`) : []),
    ...(choice.ages && choice.youngest <= choice.oldest
      ? SEXES.flatMap((sex) => bands(choice.youngest, choice.oldest).map((band) => `${sex} ${band}`))
      : []),
  ]
  const taken = new Set(known.map((name) => name.trim().toLowerCase()))
  return names.filter((name) => !taken.has(name.toLowerCase()))
}
