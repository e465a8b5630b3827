import { defineConfig } from 'playwright/test'
import { chromiumOptions } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // Two cores: the browsers share them with the server and its PostgreSQL.
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A shared machine may stall for longer than a test waits: one retry there, reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.LARGADA_REPORT
    ? [['json', { outputFile: process.env.LARGADA_REPORT }], ['dot']]
    : [['list']],
  use: {
    // One browser profile per worker, cleared between tests, so that scripts are not compiled again for every page.
    reuseContext: true,
    // Service workers are blocked except in their own test.
    serviceWorkers: 'block',
    // Set by the global setup once the product is ready.
    baseURL: process.env.LARGADA_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions(),
  },
})
