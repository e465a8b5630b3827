/** Runs the steps of `npm test`, `npm run check` (`--static`) or `npm run test:operation` (`--operation`). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'

const CHECKS = [
  'npm run --silent typecheck',
  'biome check --error-on-warnings .',
  'depcruise --output-type err contract server web/app e2e bench ops scripts',
]
/** They seldom fail, so only `npm run check` and `npm run test:operation` run them. */
const SELDOM = ['knip', 'node scripts/browser-support.ts']
/** The Playwright projects whose journeys `npm test` runs in Chromium alone, which is faster. */
const OTHER_ENGINES = '^(firefox|webkit) '
/** The two sequences run at the same time, because tests of components mostly wait. */
const MAIN = [
  [...CHECKS, 'TESTS=main vitest run --project=components --tags-filter="!operation"'],
  [
    'TESTS=main vitest run --project=server --tags-filter="!operation"',
    `playwright test --grep-invert "@operation|${OTHER_ENGINES}"`,
  ],
]
const REPETITIONS = 'FAULTS=6 FUZZ_CALLS=4080 FUZZ_SEED=20261121 RACE_RUNS=10 STRESS_RUNS=12'
const OPERATION = [
  ...SELDOM,
  'node scripts/api-clients.ts',
  `${REPETITIONS} TESTS=operation vitest run --tags-filter="operation || repeated"`,
  `CONTRAST=on playwright test --grep "@operation|@contrast|${OTHER_ENGINES}"`,
]

/** The configurations write the test report of a step here; a step without one counts as one test. */
const REPORTS = 'test-report'
const ENV = {
  // Colours in a terminal, although the steps write to a pipe.
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' }),
  // Processes that the tests start find their code compiled.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
}
const secondsSince = (instant: number): string => `${((performance.now() - instant) / 1000).toFixed(1)} s`
const total = { passed: 0, failed: 0 }

async function run(command: string): Promise<void> {
  const started = performance.now()
  const report = `${REPORTS}/${command.replaceAll(/\W+/g, '-')}.xml`
  const env = { ...process.env, ...ENV, TEST_REPORT: report }
  const child = spawn(`${command} 2>&1`, { shell: true, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  const suites = await readFile(report, 'utf8').catch(() => '')
  const sum = (name: string) =>
    [...suites.matchAll(new RegExp(`<testsuite .* ${name}="(\\d+)"`, 'g'))].reduce(
      (n, [, count]) => n + Number(count),
      0,
    )
  const broken = sum('failures') + sum('errors')
  const passed = suites ? sum('tests') - sum('skipped') - broken : Number(code === 0)
  // A step that fails without a failed test found an error outside of them.
  const failed = Math.max(broken, Number(code !== 0))
  total.passed += passed
  total.failed += failed
  console.log(
    `${failed ? 'FAILED' : 'ok'}: ${command}: ${passed} passed, ${failed} failed, ${secondsSince(started)}`,
  )
  if (suites || failed) console.log(output.trim())
}

async function runInTurn(commands: string[]): Promise<void> {
  for (const command of commands) await run(command)
}

const started = performance.now()
const [option] = process.argv.slice(2)
await rm(REPORTS, { recursive: true, force: true })
if (option === '--static') await runInTurn([...CHECKS, ...SELDOM])
else if (option !== '--operation') await Promise.all(MAIN.map(runInTurn))
if (option === '--operation' || option === '--all') await runInTurn(OPERATION)
console.log(`\n${secondsSince(started)} in all\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
