import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const SCRIPT = `
  import { createLog } from '#server/lib/log.ts'
  import { logEverything } from '#server/lib/process-log.ts'
  logEverything(createLog('info'))
  console.trace(Object.assign(new Error('lost'), { code: '57P01', detail: 'several\\nlines' }))
  console.error('two\\nlines %d', 1)
  process.emitWarning('too many listeners')
  setImmediate(() => Promise.reject(new Error('nobody waits')))
`

test('what a process would print is one JSON entry each, and an uncaught error ends it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  expect(errors).toBe('')
  expect(code).toBe(1)
  const entries = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  // The last entries are flushed at the end, in another order.
  expect(entries).toHaveLength(4)
  expect(entries.find((entry) => entry.console === 'trace')).toMatchObject({
    level: 40,
    err: { message: 'lost', code: '57P01' },
  })
  expect(entries.find((entry) => entry.console === 'error')).toMatchObject({ level: 40, msg: 'two\nlines 1' })
  expect(entries.find(({ err }) => err?.message === 'too many listeners')).toMatchObject({ level: 40 })
  expect(entries.find(({ err }) => err?.message === 'nobody waits')).toMatchObject({ level: 60 })
  expect(output).not.toContain('several')
})
