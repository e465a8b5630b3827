// @module-tag operation
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

// Without its parser, dependency-cruiser finds nothing and reports no violation.
test('the dependency check follows the imports of TypeScript files', async () => {
  const { stdout } = await run('npx', ['depcruise', '--output-type', 'json', 'server/src/main.ts'], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const { modules } = JSON.parse(stdout) as { modules: { source: string }[] }
  expect(modules.map(({ source }) => source)).toContain('server/src/features/checkout/routes.ts')
})
