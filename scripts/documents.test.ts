import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { missingIn, ROOT } from './named-files.ts'

// Files, tests, identifiers and links that the documents name must exist.

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const PAGES = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: ROOT })

/** Words in backticks that belong to other programs and do not occur in our code. */
const OUTSIDE = new Set(
  `CDN-Cache-Control ResizeObserver create_distributed_function cyclonedx eslint-plugin-compat ls-tree
  name-only pg_dump postgresql-client psql sbom sbom-format shuffle ts-ignore useDebouncedCallback useNetwork wc
  xact_start`.split(/\s+/),
)

/**
 * Matches `take_spots`, `planOrder`, `Retry-After`. Does not match parts of a name such as `_cents`, or
 * commit hashes.
 */
const WORD = /(?<![\w$-])[A-Za-z$][\w$]*(?:-[\w$]+)*/g

const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).filter((word) => !word.endsWith('_'))

/** Every word of the code, including comments and file names. Of `Retry-After` also both parts. */
function codeWords(): Set<string> {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const words = new Set<string>()
  for (const file of files.split('\0')) {
    if (!file || file === 'scripts/documents.test.ts' || !existsSync(join(ROOT, file))) continue
    const isText = !/package-lock\.json$|\.(?:md|png|jpe?g|webp|avif|woff2?|ico|gz|pdf)$/.test(file)
    for (const word of wordsOf(isText ? `${file} ${read(file)}` : file)) {
      words.add(word)
      for (const part of word.split('-')) words.add(part)
    }
  }
  return words
}

test('every word in backticks in a document occurs in the code', () => {
  const words = codeWords()
  const lowerCase = new Set([...words].map((word) => word.toLowerCase()))
  // HTTP headers and SQL keywords are compared in lower case, other names exactly.
  const isKnown = (word: string) =>
    words.has(word) || OUTSIDE.has(word) || (/^[A-Z]+$|-/.test(word) && lowerCase.has(word.toLowerCase()))
  const unknownIn = (text: string) =>
    [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, quoted = '']) => wordsOf(quoted))
      .filter((word) => !isKnown(word))
  expect(unknownIn('`planOrder()`, `NOTIFY`, `noSuchName` and `no_such_column`')).toEqual([
    'noSuchName',
    'no_such_column',
  ])
  expect(PAGES.flatMap((page) => unknownIn(read(page)).map((word) => `${page}: ${word}`))).toEqual([])
})

test('every npm script and benchmark named in a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const benches = globSync('bench/*.ts', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/\bname: '([\w-]+)'/g)].map(([, name]) => name),
  )
  const unknown = PAGES.flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:-]+)(?: -- ([a-z][a-z -]*))?/g)].flatMap(
      ([command, script = '', names = '']) => {
        const isKnown =
          script in scripts && (script !== 'bench' || wordsOf(names).every((name) => benches.includes(name)))
        return isKnown ? [] : [`${page}: ${command}`]
      },
    ),
  )
  expect(unknown).toEqual([])
})

test('every file and test named in a document exists', () => {
  expect(PAGES.length).toBeGreaterThan(10)
  expect(PAGES.flatMap((page) => missingIn(read(page)).map((missing) => `${page}: ${missing}`))).toEqual([])
})

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

test('every link between documents leads to a file and, where it names one, a heading', () => {
  const broken = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
      ([link, path = '', anchor]) => {
        const target = path ? join(dirname(page), path) : page
        if (!existsSync(join(ROOT, target))) return [`${page}: ${link}`]
        if (anchor === undefined) return []
        const anchors = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
        return anchors.includes(anchor) ? [] : [`${page}: ${link}`]
      },
    ),
  )
  expect(broken).toEqual([])
})

test('every product file over 250 lines begins with a comment', () => {
  const files = globSync(['{contract,server,web,bench,ops,scripts}/**/*.{ts,tsx,mjs}'], {
    cwd: ROOT,
    exclude: (path) =>
      /node_modules|^server\/(data|test)|^web\/build|\.react-router|\.test\.tsx?$/.test(path),
  })
  expect(files.length).toBeGreaterThan(500)
  const silent = files.filter((path) => {
    const source = read(path)
    return source.split('\n').length > 251 && !/^\/[/*]/.test(source)
  })
  expect(silent).toEqual([])
})
