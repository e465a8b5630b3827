import { globSync, readFileSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './e2e/chromium.ts'
import { commonPasswordList } from './web/common-passwords.ts'
import { themeCss } from './web/theme-css.ts'

/**
 * As in playwright.config.ts: a shared machine may stall for longer than a test waits. `npm test` names what
 * passed only then.
 */
const RETRIES = process.env.CI ? 1 : 0

const PRODUCTION = { 'process.env.NODE_ENV': '"production"' }

/** Where `scripts/test.ts` reads how many tests passed. */
const REPORT = process.env.TEST_REPORT

/** Besides its filter by tags, `scripts/test.ts` sets whether the tests of `npm test` or of operation run. */
const { TESTS } = process.env
/**
 * Vitest loads a file before it skips all its tests, and most files create a database. So files without a
 * selected test are excluded.
 */
const isLeftOut = (text: string): boolean =>
  TESTS === 'main' ? text.includes('@module-tag operation') : !/@module-tag|tags: 'operation'/.test(text)
const LEFT_OUT = TESTS
  ? globSync('{contract,server,web,scripts}/**/*.test.{ts,tsx}').filter((path) =>
      isLeftOut(readFileSync(path, 'utf8')),
    )
  : []

export default defineConfig({
  test: {
    ...(REPORT && {
      silent: 'passed-only' as const,
      reporters: ['dot', ['junit', { outputFile: REPORT }], './scripts/flaky-tests.ts'],
    }),
    // More than the two cores, because tests mostly wait for databases and processes.
    maxWorkers: 3,
    // Set at the beginning of a file (`@module-tag`) or of a test.
    tags: [
      {
        name: 'operation',
        description:
          'slow, or seldom informative (repetitions, every combination, races, pauses): npm run test:operation alone runs it',
      },
      { name: 'repeated', description: 'npm run test:operation runs it again with more repetitions' },
    ],
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contract,server,web,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'web/build/**', ...LEFT_OUT],
          globalSetup: ['server/test/global-setup.ts'],
          // Modules keep no state (caches belong to their database), so files share a worker and its loaded modules.
          isolate: false,
          // Node loads the files itself, as it does the product.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // The first file of a worker waits for its database, and the static checks use the same cores.
          testTimeout: 45_000,
          retry: RETRIES,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [themeCss(), commonPasswordList()],
        css: { postcss: 'web' },
        // React as it ships: in development it takes a stack trace for every element.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        define: PRODUCTION,
        optimizeDeps: {
          // The last ones are imported on demand. Found during a run, they would reload the page of the tests.
          include: [
            'react/jsx-runtime',
            'react-dom',
            'react-dom/server',
            'react-easy-crop',
            'bwip-js/browser',
            'qrcode',
            'hucre/xlsx',
          ],
          rolldownOptions: { transform: { define: PRODUCTION } },
        },
        test: {
          name: 'components',
          include: ['web/app/**/*.test.tsx'],
          exclude: LEFT_OUT,
          setupFiles: ['web/test/act.ts', 'web/test/setup.ts'],
          isolate: false,
          // One page for all files. A separate group, because the number of workers is set per group.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 20_000,
          retry: RETRIES,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: chromiumOptions(),
              contextOptions: {
                locale: 'pt-BR',
                timezoneId: 'America/Sao_Paulo',
                reducedMotion: 'reduce',
              },
            }),
            instances: [{ browser: 'chromium' }],
            // As in Playwright: a wide screen, unless a test says otherwise.
            viewport: { width: 1280, height: 720 },
          },
        },
      },
    ],
  },
})
