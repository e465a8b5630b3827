import { parseUrl } from './url.ts'

/**
 * Safe HTML of paragraphs, `# ` and `## ` headings, lists that begin with a dash, a dot or a number,
 * `**bold**`, `[words](https://address)` and bare URLs. Everything else, including HTML, is shown as text.
 */
export const markupHtml = (text: string): string => blocksOf(text).map(blockHtml).join('')

interface Block {
  kind: Kind
  lines: string[]
}

function blockHtml({ kind, lines }: Block): string {
  const words = lines.map(inline)
  switch (kind) {
    case 'heading':
      return words.map((line) => `<h3>${line}</h3>`).join('')
    case 'subheading':
      return words.map((line) => `<h4>${line}</h4>`).join('')
    case 'list':
      return `<ul>${words.map((line) => `<li>${line}</li>`).join('')}</ul>`
    case 'numbers':
      return `<ol>${words.map((line) => `<li>${line}</li>`).join('')}</ol>`
    case 'paragraph':
      return `<p>${words.join('<br>')}</p>`
  }
}

type Kind = 'paragraph' | 'heading' | 'subheading' | 'list' | 'numbers'

/** Two levels of headings, below the two of the page itself. */
const STARTS: readonly (readonly [kind: Kind, start: RegExp])[] = [
  ['subheading', /^\s*#{2,}\s+/],
  ['heading', /^\s*#\s+/],
  ['list', /^\s*[-–•*]\s+/],
  ['numbers', /^\s*\d{1,2}[.)]\s+/],
]

/** An empty line ends a block, and so does a line of another kind. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let parted = true
  for (const typed of text.split(/\r\n|\r|\n/)) {
    if (typed.trim() === '') {
      parted = true
      continue
    }
    const [kind, start] = STARTS.find(([, begins]) => begins.test(typed)) ?? (['paragraph', /^/] as const)
    const line = typed.replace(start, '').trim()
    const last = blocks.at(-1)
    if (last && !parted && last.kind === kind) last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
    parted = false
  }
  return blocks
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')

const LINK =
  /\[([^\][\n]{1,200})\]\((https?:\/\/[^\s()<>"']{1,500})\)|(https?:\/\/[^\s<>"']{1,500}[^\s<>"'.,;:!?)\]])/g

function inline(text: string): string {
  let html = ''
  let from = 0
  for (const { index, 0: whole, 1: words, 2: address, 3: bare } of text.matchAll(LINK)) {
    html += strong(text.slice(from, index)) + link(address ?? bare ?? '', words ?? bare ?? '')
    from = index + whole.length
  }
  return html + strong(text.slice(from))
}

const link = (address: string, words: string): string =>
  parseUrl(address)
    ? `<a href="${escaped(address)}" target="_blank" rel="nofollow noreferrer">${strong(words)}</a>`
    : escaped(words)

const strong = (text: string): string =>
  escaped(text).replace(/\*\*(?!\s)([^*\n]{1,500}?)\*\*/g, '<strong>$1</strong>')
