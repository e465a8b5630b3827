import { readFile, writeFile } from 'node:fs/promises'
import type { Bench, Table } from './bench.ts'

const FILE = new URL('./results.md', import.meta.url)
const HEAD = `# Figures

Written by \`npm run bench\`, which replaces the sections of the benchmarks that it runs. Compare rows of one
table: absolute values vary between machines, and with other work on them.
`

export async function writeResults(
  { name, about }: Bench,
  tables: readonly Table[],
  machine: string,
): Promise<void> {
  const before = await readFile(FILE, 'utf8').catch(() => '')
  const [, ...sections] = before.split(/^(?=## )/m)
  const others = sections.filter((section) => !section.startsWith(`## ${name}\n`)).map((one) => one.trim())
  const today = new Date().toISOString().slice(0, 10)
  const own = [`## ${name}`, `${about}. ${today}, ${machine}.`, ...tables.map(markdown)].join('\n\n')
  await writeFile(FILE, `${[HEAD.trim(), ...[...others, own].sort()].join('\n\n')}\n`)
}

function markdown({ title, columns, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`
  const aligned = columns.map((_, i) => (i === 0 ? '---' : '--:'))
  return [`**${title}**`, '', line(columns), `|${aligned.join('|')}|`, ...rows.map(line)].join('\n')
}
