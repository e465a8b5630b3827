/**
 * `npm test`: all checks but those of operation, with one line for each and a summary at the end. The static checks and then components run
 * beside the server's tests and then the journeys: components wait more than they compute.
 *
 *   --static      only the checks that do not start the product: `npm run check`
 *   --operation   only the tests of operation: `npm run test:operation`
 *   --all         those of `npm test`, and then those of operation
 */
import { spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'

interface Counts {
  passed: number
  failed: number
}

/** Of a check: the names of the tests that failed, and of those that passed only when they were run again. */
interface TestCounts extends Counts {
  named?: string[]
}

interface Check {
  name: string
  command: string[]
  env?: Record<string, string>
  /** Counts the tests in the output; a check without it counts as one. */
  count?: (output: string) => Promise<TestCounts>
}

interface Outcome extends Counts {
  output: string
}

/** Output files kept for analysing failures. */
const REPORTS = 'test-report'
const reportOf = (name: string): string => name.replaceAll(/\W+/g, '-')

const STATIC_CHECKS: Check[] = [
  { name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'imports',
    command: [
      'depcruise',
      '--output-type',
      'err',
      'contract',
      'server',
      'web/app',
      'e2e',
      'bench',
      'ops',
      'scripts',
    ],
  },
  { name: 'unused code', command: ['knip'] },
  { name: 'API clients', command: ['node', 'scripts/api-clients.ts'] },
  { name: 'browser support', command: ['node', 'scripts/browser-support.ts'] },
]
/** They start, kill, upgrade and restore servers: run by `npm run test:operation` alone. */
const OF_OPERATION = [
  'server/postgres/postgres.test.ts',
  'server/src/admin-create.test.ts',
  'server/src/admin-reset-second-factor.test.ts',
  'server/test/backup.test.ts',
  'server/test/faults.test.ts',
  'server/test/lifecycle.test.ts',
  'server/test/several-processes.test.ts',
  'server/test/tracing.test.ts',
  'server/test/upgrade.test.ts',
]

/** They repeat something: `npm test` runs them with the numbers of their own, `npm run test:operation` with these. */
const REPEATED = [
  'server/src/features/backoffice/races.test.ts',
  'server/src/features/participants/cancel-event/cancel-event.test.ts',
  'server/src/features/payment/charge-faults.test.ts',
  'server/src/features/payment/refunds/refund-faults.test.ts',
  'server/src/features/payment/stress.test.ts',
  'server/test/fuzz.test.ts',
]
const REPETITIONS = {
  FAULTS: '6',
  FUZZ_CALLS: '4080',
  FUZZ_SEED: '20261121',
  RACE_RUNS: '10',
  STEPS_BETWEEN_DEATHS: '1',
  STRESS_RUNS: '12',
}

/**
 * All journeys but those of finding a race, logging in, registering, paying, being refunded, and making a race: `npm test` leaves them to
 * `npm run test:operation`, which opens most of their pages anyway for contrast.
 */
const JOURNEYS_OF_OPERATION = [
  'account-accessibility',
  'account-privacy',
  'account-profile',
  'account-second-factor',
  'back-forward-cache',
  'back-office',
  'back-office-people',
  'cancel-event',
  'company',
  'dashboard',
  'delete-event',
  'disown',
  'engines/admin',
  'engines/organizer',
  'engines/reachable',
  'export',
  'fees',
  'html-checker',
  'layouts',
  'offline',
  'organization',
  'organizer-events',
  'page-load',
  'participants',
  'payout',
  'permissions',
  'producers',
  'registration-edit',
  'several-roles',
  'shared-kit',
  'staff',
  'statement',
  'wizard-accessibility',
].map((name) => `e2e/${name}.spec.ts`)

interface VitestOptions {
  /** Of Vitest. */
  project: 'server' | 'components'
  args?: string[]
  env?: Record<string, string>
}

const vitest = (name: string, { project, args = [], env }: VitestOptions): Check => ({
  name,
  env,
  command: [
    'vitest',
    'run',
    `--project=${project}`,
    ...args,
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    '--reporter=./scripts/flaky-tests.ts',
    `--outputFile=${REPORTS}/${reportOf(name)}.json`,
  ],
  count: async (output) => {
    const { numPassedTests, numFailedTests, testResults } = await readReport<VitestReport>(reportOf(name))
    // A file that fails to load has no tests but is a failure.
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    const failed = testResults.flatMap((file) =>
      file.assertionResults.flatMap((one) => (one.status === 'failed' ? `failed: ${one.fullName}` : [])),
    )
    const flaky = output.match(/^flaky: .*$/gm) ?? []
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      named: [...unloaded.map(({ name }) => `failed: ${name}`), ...failed, ...flaky],
    }
  },
})
const SERVER_TESTS = vitest('server and rules', {
  project: 'server',
  env: { SKIPPED_FILES: OF_OPERATION.join() },
})
const COMPONENT_TESTS = vitest('components', { project: 'components' })
const OPERATION_TESTS = vitest('operation', {
  project: 'server',
  args: [...OF_OPERATION, ...REPEATED],
  env: REPETITIONS,
})

interface PlaywrightOptions {
  files?: string[]
  env?: Record<string, string>
}

const playwright = (name: string, { files = [], env }: PlaywrightOptions = {}): Check => ({
  name,
  command: ['playwright', 'test', ...files],
  env: { LARGADA_REPORT: `${REPORTS}/${reportOf(name)}.json`, ...env },
  count: async () => {
    const { stats, errors, suites } = await readReport<PlaywrightReport>(reportOf(name))
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      named: suites.flatMap(namedTests),
    }
  },
})
const BROWSER_TESTS = playwright('browser', { env: { SKIPPED_FILES: JOURNEYS_OF_OPERATION.join() } })
const WHOLE_PAGE_TESTS = playwright('browser, operation', {
  files: [
    ...new Set([
      ...JOURNEYS_OF_OPERATION,
      ...(await filesWith('e2e', /expectAccessible|accessibilityFindings/)),
    ]),
  ],
  env: { CONTRAST: 'on' },
})

async function filesWith(folder: string, word: RegExp): Promise<string[]> {
  const paths = (await readdir(folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`)
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return paths.filter((_path, i) => word.test(texts[i] ?? ''))
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    tests: {
      projectName: string
      status: string
      annotations: { type: string; description?: string }[]
      results: { error?: { message?: string } }[]
    }[]
  }[]
}

const VERDICTS: Record<string, string> = { unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' }

/** The tests that did not pass at once, each with the first line of every error, or why it was skipped. */
const namedTests = ({ title, suites = [], specs }: PlaywrightSuite): string[] => [
  ...specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status in VERDICTS)
      .flatMap(({ projectName, status, annotations, results }) => [
        `${VERDICTS[status]}: ${projectName}: ${title} ${spec.title}`,
        ...annotations.flatMap(({ type, description }) => (type === 'skip' && description) || []),
        ...results.flatMap(({ error }) => error?.message?.split('\n')[0] ?? []),
      ]),
  ),
  ...suites.flatMap(namedTests),
]

/** Enables colours in a terminal, although the child processes write to a pipe; never in a file. */
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Loaded code for the many processes that the tests start: a product starts with half the processor time. */
const COMPILED = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') }

const readReport = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(`${REPORTS}/${name}.json`, 'utf8'))

function execute({ command, env }: Check): Promise<{ succeeded: boolean; output: string }> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...COMPILED, ...COLOURS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve({ succeeded: false, output: String(error) }))
    child.once('close', (code) => resolve({ succeeded: code === 0, output }))
  })
}

const secondsSince = (instant: number): string => ((performance.now() - instant) / 1000).toFixed(1)

async function perform(check: Check): Promise<Outcome> {
  const started = performance.now()
  const { succeeded, output } = await execute(check)
  const { named = [], ...counts } = await countOf(check, { succeeded, output })
  const seconds = secondsSince(started)
  const verdict = counts.failed === 0 ? 'ok    ' : 'FAILED'
  console.log(
    `${verdict} ${check.name.padEnd(18)} ${String(counts.passed).padStart(4)} passed ${seconds.padStart(7)} s`,
  )
  for (const line of named) console.log(line)
  if (counts.failed > 0) console.log(output.trimEnd())
  return { ...counts, output }
}

async function countOf(
  check: Check,
  { succeeded, output }: { succeeded: boolean; output: string },
): Promise<TestCounts> {
  const own = succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  if (!check.count) return own
  const counts = await check.count(output).catch(() => own)
  // The tests passed but the program failed: an error outside of the tests.
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

async function performInTurn(checks: Check[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) outcomes.push(await perform(check))
  return outcomes
}

await rm(REPORTS, { recursive: true, force: true })
const started = performance.now()
const isAsked = (option: string) => process.argv.includes(option)
const outcomes: Outcome[] = []
if (isAsked('--static')) outcomes.push(...(await performInTurn(STATIC_CHECKS)))
else if (!isAsked('--operation')) {
  const lanes = [
    [...STATIC_CHECKS, COMPONENT_TESTS],
    [SERVER_TESTS, BROWSER_TESTS],
  ]
  outcomes.push(...(await Promise.all(lanes.map(performInTurn))).flat())
}
if (isAsked('--operation') || isAsked('--all'))
  outcomes.push(...(await performInTurn([OPERATION_TESTS, WHOLE_PAGE_TESTS])))

const sum = (key: keyof Counts) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
console.log(`\n${secondsSince(started)} s in all`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
