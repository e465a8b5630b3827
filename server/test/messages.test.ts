import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIL_TASKS } from '#server/features/backoffice/jobs.ts'
import { QUEUE_OF } from '#server/worker.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const MAIL_JOBS = [...QUEUE_OF].filter(([, queue]) => queue === 'mail').map(([name]) => name)

const ROWS = [...read('docs/messages.md').matchAll(/^\|`([\w-]+)`\|(.+)\|$/gm)].map(
  ([, name = '', cells = '']) => ({ name, cells: cells.split('|') }),
)

test('docs/messages.md has one row for every job that sends e-mail', () => {
  expect(ROWS.map(({ name }) => name).sort()).toEqual(MAIL_JOBS.toSorted())
  expect(ROWS.filter(({ cells }) => cells.length !== 4 || cells.includes(''))).toEqual([])
})

test("docs/messages.md quotes each job's subjects", () => {
  const sources = globSync('server/src/**/*.ts', { cwd: ROOT }).map(read)
  const wrong = ROWS.flatMap(({ name, cells: [, , subjects = ''] }) => {
    const source = sources.filter((text) => text.includes(`'${name}'`) || text.includes('verifyEmailMail = '))
    return subjects
      .split(/\/| … /)
      .filter((subject) => !source.some((text) => text.includes(subject)))
      .map((subject) => `${name}: ${subject}`)
  })
  expect(wrong).toEqual([])
})

test('the overview counts every job that sends e-mail', () => {
  expect([...MAIL_TASKS].sort()).toEqual(MAIL_JOBS.toSorted())
})
