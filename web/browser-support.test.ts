// @module-tag operation
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('all supported browsers support the features that the built scripts and styles use', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/browser-support.ts', '--built'], {
    encoding: 'utf8',
  })
  expect(stdout + stderr).toBe('')
}, 60_000)
