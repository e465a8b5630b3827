import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namesFile, ROOT } from './named-files.ts'

// docs/security.md answers every requirement of OWASP ASVS 5.0.0, levels 1 and 2, and names the tests.
// documents.test.ts checks that the named files exist.

const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** The requirements of both levels: section, then numbers. */
const ASVS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1-1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1-1 4.3:1-2 4.4:1-4
  5.1:1-1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1-1 8.4:1-1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1-1 11.6:1-1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1-1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1-1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1-1 17.2:1-4 17.3:1-2
`
const required = [...ASVS.matchAll(/([\d.]+):(\d+)-(\d+)/g)].flatMap(([, section, from, to]) =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${section}.${Number(from) + i}`),
)

const rows = PAGE.split('\n').filter((line) => line.startsWith('| '))

/** Matches `| 1.2.3, 1.2.4 requirement | how it is met |`. */
const answers = rows.flatMap((row) => {
  const [, ids, how] = /^\| ((?:\d+\.\d+\.\d+(?:, )?)+) [^|]+ \| (.+) \|$/.exec(row) ?? []
  return ids && how ? ids.split(', ').map((id) => ({ id, how })) : []
})

/** Matches `| V9, 4.3, 6.6.1 | why not |`: a chapter, a section or one requirement. */
const notApplicable = rows.flatMap((row) => {
  const [, names] =
    /^\| ((?:V\d+|\d+\.\d+(?:\.\d+)?)(?:, (?:V\d+|\d+\.\d+(?:\.\d+)?))*) \| [^|]+ \|$/.exec(row) ?? []
  return (names?.split(', ') ?? []).map((name) => `${name.replace('V', '')}.`)
})

const isNotApplicable = (id: string) => notApplicable.some((name) => `${id}.`.startsWith(name))

test('every requirement of levels 1 and 2 is answered exactly once or listed as not applicable', () => {
  expect(required).toHaveLength(253)
  const applying = required.filter((id) => !isNotApplicable(id))
  expect(answers.map(({ id }) => id).sort()).toEqual(applying.sort())
})

test('each Yes names a file, every other answer says what is missing', () => {
  const empty = answers.filter(({ how }) =>
    how.startsWith('Yes') ? !namesFile(how) : !/^(?:No|Partly|Operator): .*To close: /.test(how),
  )
  expect(empty).toEqual([])
})
