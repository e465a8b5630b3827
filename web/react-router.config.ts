import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // All routes in the first manifest: no extra request while people move about, nothing for the server to answer.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
