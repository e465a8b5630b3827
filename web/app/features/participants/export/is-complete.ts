import type { ExportFormat } from '#contract/participants/export.ts'

const LINE_FEED = 0x0a
/** The signature of the end record of a ZIP archive; XLSX files are ZIP archives. */
const END_OF_ARCHIVE = [0x50, 0x4b, 0x05, 0x06]
const END_LENGTH = 22

/** A CSV file has a line per row and one of headings; an XLSX file ends with the archive's end record. */
export function isComplete(format: ExportFormat, pieces: readonly Uint8Array[], rows: number): boolean {
  if (format === 'csv') return linesOf(pieces) === rows + 1
  const end = tail(pieces, END_LENGTH)
  return END_OF_ARCHIVE.every((byte, i) => end[i] === byte)
}

function linesOf(pieces: readonly Uint8Array[]): number {
  let lines = 0
  for (const piece of pieces)
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1
  // The last line may lack a line feed.
  const last = pieces.at(-1)?.at(-1)
  return last === undefined || last === LINE_FEED ? lines : lines + 1
}

function tail(pieces: readonly Uint8Array[], length: number): number[] {
  const bytes: number[] = []
  for (const piece of pieces.toReversed()) {
    bytes.unshift(...piece.subarray(Math.max(0, piece.length - (length - bytes.length))))
    if (bytes.length >= length) break
  }
  return bytes
}
