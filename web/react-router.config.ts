import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressAssets } from './compress-assets.ts'
import { minifyAgain } from './minify-again.ts'
import { shortenManifest } from './shorten-manifest.ts'

export default {
  appDirectory: 'app',
  ssr: true,
  // The first manifest holds all routes, so that navigation needs no extra request to the server.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    await shortenManifest(join(client, 'assets'))
    await minifyAgain(join(client, 'assets'))
    await compressAssets(client)
  },
} satisfies Config
