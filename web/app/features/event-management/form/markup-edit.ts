interface Selected {
  text: string
  start: number
  end: number
}

/** A replacement of a part of the text, and the part of it to select, counted from its start. */
interface Edit {
  from: number
  to: number
  text: string
  select: readonly [start: number, end: number]
}

const FORMATS = {
  heading: { before: '# ', after: '', sample: 'Título', isOfLines: true },
  list: { before: '- ', after: '', sample: 'item', isOfLines: true },
  bold: { before: '**', after: '**', sample: 'negrito', isOfLines: false },
} as const
export type MarkupFormat = keyof typeof FORMATS

/** Formats the selected words, or whole lines. Where nothing is selected, a sample to type over is added. */
export function markupEdit({ text, start, end }: Selected, format: MarkupFormat): Edit {
  const { before, after, sample, isOfLines } = FORMATS[format]
  if (!isOfLines) {
    const words = text.slice(start, end) || sample
    return {
      from: start,
      to: end,
      text: before + words + after,
      select: [before.length, before.length + words.length],
    }
  }
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = (text.slice(from, to) || sample).split('\n').map((line) => before + line)
  const changed = lines.join('\n')
  return { from, to, text: changed, select: [before.length, changed.length] }
}
