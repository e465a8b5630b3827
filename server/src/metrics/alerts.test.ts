import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const RULES = 'ops/prometheus/alerts.yaml'
/** From Debian's package `prometheus`. */
const PROMTOOL = '/usr/bin/promtool'
const run = promisify(execFile)

test('each alert has an expression, a severity and what to do, and a name of its own', async () => {
  const text = await readFile(RULES, 'utf8')
  const alerts = text.split(/^ {6}- alert: /m).slice(1)
  expect(alerts.length).toBeGreaterThan(15)
  expect(new Set(alerts.map((alert) => alert.split('\n')[0])).size).toBe(alerts.length)
  for (const alert of alerts) {
    expect(alert).toMatch(/^ {8}expr: \S/m)
    expect(alert).toMatch(/^ {8}labels: \{ severity: (page|ticket) \}$/m)
    expect(alert).toMatch(/^ {10}summary: \S/m)
    expect(alert).toMatch(/^ {10}todo: \S/m)
  }
})

test('Prometheus reads the rules, and they fire when they should and not otherwise', async ({ skip }) => {
  if (!existsSync(PROMTOOL)) skip('the package prometheus is not installed')
  const checked = await run(PROMTOOL, ['check', 'rules', '--lint-fatal', RULES])
  expect(checked.stdout).toContain('SUCCESS')
  const tested = await run(PROMTOOL, ['test', 'rules', 'ops/prometheus/alerts.test.yaml'])
  expect(tested.stdout).toContain('SUCCESS')
})
