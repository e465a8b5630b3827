const WIDTH = 595
const HEIGHT = 842
const MARGIN = 64
const SIZE = 11
const LEADING = 16
const LINES = Math.floor((HEIGHT - 2 * MARGIN) / LEADING)
/** Average width of Helvetica: 0.5 em. */
const COLUMNS = Math.floor((WIDTH - 2 * MARGIN) / (SIZE * 0.5))

function wrap(text: string): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let current = ''
    for (const word of paragraph.split(' ')) {
      if (current && `${current} ${word}`.length > COLUMNS) {
        lines.push(current)
        current = word
      } else current = current ? `${current} ${word}` : word
    }
    return [...lines, current]
  })
}

/** A PDF string in Latin-1; its three special characters are escaped. */
const literal = (text: string) => `(${text.replace(/—/g, '-').replace(/[\\()]/g, '\\$&')})`

/** On as many pages as needed. */
export function textPdf(title: string, text: string): Buffer {
  const lines = wrap(text)
  const pages: string[] = []
  for (let start = 0; start === 0 || start < lines.length; start += LINES - 3) {
    const body = lines.slice(start, start + LINES - 3)
    pages.push(
      [
        `BT /F2 16 Tf ${MARGIN} ${HEIGHT - MARGIN} Td ${literal(start === 0 ? title : '')} Tj`,
        `/F1 ${SIZE} Tf 0 -${LEADING * 2} Td ${LEADING} TL`,
        ...body.map((each) => `${literal(each)} Tj T*`),
        'ET',
      ].join('\n'),
    )
  }
  const pageIds = pages.map((_page, i) => 5 + i * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (pt-BR) >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + i * 2} 0 R >>`,
      `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let pdf = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, i) => {
    const offset = pdf.length
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}
