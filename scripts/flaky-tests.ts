import type { Reporter, TestCase } from 'vitest/node'

/** A Vitest reporter that prints each test that passed only after a retry (`retry` in vitest.config.ts). */
export default class FlakyTests implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) process.stdout.write(`\nflaky: ${test.fullName}\n`)
  }
}
