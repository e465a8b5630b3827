import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressAssets } from './compress-assets.ts'
import { shortenManifest } from './shorten-manifest.ts'

export default {
  appDirectory: 'app',
  ssr: true,
  // The first manifest contains all routes, so that navigations need no extra request.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    await shortenManifest(join(client, 'assets'))
    await compressAssets(client)
  },
} satisfies Config
