export interface Table {
  title: string
  columns: string[]
  rows: (string | number)[][]
  /** Violated limits, one line each. The run fails if there are any. */
  broken?: string[]
}

/** Compare rows of one run with each other; absolute values vary between machines. */
export interface Bench {
  name: string
  about: string
  run(): Promise<Table[]>
}

export const perSecond = (count: number, milliseconds: number): number =>
  Math.round((count / milliseconds) * 1000)

/** A quantile of durations, in milliseconds with one decimal. */
export function quantile(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return Math.round(value * 10) / 10
}

export function print({ title, columns, rows }: Table): void {
  const cells = [columns, ...rows.map((row) => row.map((cell) => cell.toLocaleString('en')))]
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => String(row[i] ?? '').length)))
  console.log(`\n${title}`)
  for (const [n, row] of cells.entries()) {
    const line = row.map((cell, i) =>
      i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0),
    )
    console.log(`  ${line.join('  ')}`)
    if (n === 0) console.log(`  ${widths.map((width) => '-'.repeat(width)).join('  ')}`)
  }
}
