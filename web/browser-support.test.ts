import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('what the build sends to browsers, libraries too, is known to all supported ones', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/browser-support.ts', '--built'], {
    encoding: 'utf8',
  })
  expect(stdout + stderr).toBe('')
}, 60_000)
