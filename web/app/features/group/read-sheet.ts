import { parseCsv } from 'hucre/csv'
import { sheetColumns } from '#contract/group/invited.ts'

/**
 * The first sheet of an XLSX or CSV file, from A1 on. Columns that are not asked for are emptied: they may hold
 * personal data.
 */
export async function readSheet(file: File): Promise<string[][]> {
  const rows = file.name.toLowerCase().endsWith('.csv') ? await readCsv(file) : await readXlsx(file)
  const text = rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  const { name, email } = sheetColumns(text)
  const wanted = text.map((row, i) =>
    i === 0 ? row : row.map((cell, column) => (column === name || column === email ? cell : '')),
  )
  return wanted.slice(0, wanted.findLastIndex((row) => row.some((cell) => cell !== '')) + 1)
}

async function readXlsx(file: File) {
  const xlsx = await import('hucre/xlsx')
  const { sheets } = await xlsx.readXlsx(new Uint8Array(await file.arrayBuffer()), { sheets: [0] })
  return sheets[0]?.rows ?? []
}

async function readCsv(file: File) {
  const bytes = await file.arrayBuffer()
  try {
    return parseCsv(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // What Excel writes in Brazil.
    return parseCsv(new TextDecoder('windows-1252').decode(bytes))
  }
}
