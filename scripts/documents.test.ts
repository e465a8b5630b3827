import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingIn, ROOT } from './named-files.ts'

// Keeps two statements of the documents true: the files and tests they name exist, and long files say why they are long.

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('every file and test named in a document exists', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.flatMap((page) => missingIn(read(page)).map((missing) => `${page}: ${missing}`))).toEqual([])
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
