import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'web/build/**'],
    globalSetup: ['server/test/global-setup.ts'],
    // No module of ours keeps state (caches hang on their database), so files share a worker and what it has loaded.
    isolate: false,
    // One would use half of two cores: tests wait for databases and processes more than they calculate.
    maxWorkers: 2,
    // The first file of a worker waits for its database; a machine of two cores may be building the web meanwhile.
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
})
