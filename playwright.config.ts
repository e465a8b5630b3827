import { defineConfig } from 'playwright/test'
import { chromiumOptions } from './e2e/chromium.ts'
import { ENGINES } from './e2e/engines/driver.ts'
import type { EngineOptions } from './e2e/engines/journey.ts'

/** Where `scripts/test.ts` reads how many tests passed. */
const REPORT = process.env.TEST_REPORT
const IN_EVERY_ENGINE = '**/engines/*.spec.ts'

export default defineConfig<EngineOptions>({
  testDir: 'e2e',
  projects: [
    { name: 'journeys', testIgnore: IN_EVERY_ENGINE },
    ...ENGINES.map((engine) => ({
      name: engine,
      testMatch: IN_EVERY_ENGINE,
      use: { engine },
    })),
  ],
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // More than the two cores, because tests mostly wait for the server, mail and the pauses of the screens.
  workers: 3,
  fullyParallel: true,
  // The longest journeys take 50 s on a busy machine.
  timeout: 150_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A shared machine may stall for longer than a test waits: one retry there, reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: REPORT ? [['dot'], ['junit', { outputFile: REPORT }]] : 'list',
  use: {
    // One browser profile per worker, cleared between tests, so that scripts are not compiled again for every page.
    reuseContext: true,
    // Service workers are blocked except in their own test.
    serviceWorkers: 'block',
    // Set by the global setup once the product is ready.
    baseURL: process.env.LARGADA_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Nothing to wait for and fewer frames to paint. What depends on motion is proved in web/app/ui/toasts.test.tsx.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions(),
  },
})
