import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Pages with more, those with forms, keep their styles in files: whoever uses them comes back. */
const MOST_CHARACTERS = 64 * 1024

const CLIENT = join(import.meta.dirname, '../client')
const LINK = /<link rel="stylesheet" href="(\/assets\/[\w-]+\.css)#?"\/>/g

const read = new Map<string, Promise<string>>()

function sheetAt(path: string): Promise<string> {
  const known = read.get(path)
  if (known) return known
  const reading = readFile(join(CLIENT, path), 'utf8')
  read.set(path, reading)
  return reading
}

/**
 * Writes the styles of a page that is read before anything is typed into its HTML: on a slow connection the first paint would wait for
 * them after it. Their links load nothing any more, but stay: the router would add them otherwise, and puts those of the next
 * page in order with them.
 */
export async function withInlineStyles(html: string): Promise<string> {
  const paths = [...html.matchAll(LINK)].map(([, path = '']) => path)
  const sheets = new Map(await Promise.all(paths.map(async (path) => [path, await sheetAt(path)] as const)))
  if (sumOf([...sheets.values()]) > MOST_CHARACTERS) return html
  return html.replace(
    LINK,
    (link, path) => `${link.replace('<link ', '<link disabled ')}<style>${sheets.get(path)}</style>`,
  )
}

const sumOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)
