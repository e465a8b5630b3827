interface Line {
  /** Its index in the text, as a key. */
  at: number
  text: string
}

interface Block {
  kind: 'paragraph' | 'list'
  lines: [Line, ...Line[]]
}

const BULLET = /^\s*[-–•*]\s+/

/** Splits plain text into blocks: empty lines separate paragraphs, lines that begin with a dash or a dot form a list. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let parted = true
  for (const [at, typed] of text.split(/\r\n|\r|\n/).entries()) {
    if (typed.trim() === '') {
      parted = true
      continue
    }
    const kind = BULLET.test(typed) ? 'list' : 'paragraph'
    const line = { at, text: typed.replace(BULLET, '').trim() }
    const last = blocks.at(-1)
    if (last && !parted && last.kind === kind) last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
    parted = false
  }
  return blocks
}
