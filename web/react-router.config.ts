import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressAssets } from './compress-assets.ts'

export default {
  appDirectory: 'app',
  ssr: true,
  // All routes in the first manifest: no extra request while people move about, nothing for the server to answer.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressAssets(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
