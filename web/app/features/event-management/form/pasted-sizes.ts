export interface PastedSize {
  size: string
  quantity: string
}

const LONGEST = 20

/** Parses a spreadsheet's cells or a line: `P\t50`, `Baby look M: 20`, `P 50, M 80`; null for other text. */
export function pastedSizes(text: string): PastedSize[] | null {
  const rows = text
    .split(/[\n\r,;]+/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
  const sizes = rows.map((row) => {
    const [, size = row, quantity = ''] = /^(.*?\S)[\s:=\-–]+([\d.]+)$/.exec(row) ?? []
    return { size: size.trim().slice(0, LONGEST), quantity: quantity.replaceAll('.', '').slice(0, 7) }
  })
  return sizes.length > 0 ? sizes : null
}
