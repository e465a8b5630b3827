import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { createLog } from '#server/lib/log.ts'
import type { CreateWebPages, Web } from '#server/lib/web.ts'
import { loadConfig, readEnvironment } from './config.ts'
import { startServer } from './start.ts'

// Vite serves the web with hot reload; `node --watch-path` restarts the process on server changes.

const WEB_ROOT = join(import.meta.dirname, '../../web')

function developmentWeb(): Web {
  const vite = Promise.withResolvers<ViteDevServer>()
  return {
    createPages(api, origin) {
      const pages = async () => {
        const web = (await (await vite.promise).ssrLoadModule('./app/server.ts')) as {
          createWebPages: CreateWebPages
        }
        return web.createWebPages(api, origin)
      }
      return {
        addressOf: async (line) => (await pages()).addressOf(line),
        find: async (address) => (await pages()).find(address),
        render: async (address) => (await pages()).render(address),
      }
    },
    async mountAssets(app, forgetPages) {
      const server = await createServer({
        root: WEB_ROOT,
        configFile: join(WEB_ROOT, 'vite.config.ts'),
        appType: 'custom',
        // Hot reload over our own port: the Content-Security-Policy allows no other.
        server: { middlewareMode: true, hmr: { server: app.server } },
      })
      server.watcher.on('change', forgetPages)
      app.addHook('onRequest', (request, reply, done) => serveWith(server, request.raw, reply.raw, done))
      app.addHook('onClose', () => server.close())
      vite.resolve(server)
    },
  }
}

/** Vite answers modules, assets and its own addresses; the rest goes to the routes. */
function serveWith(
  vite: ViteDevServer,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) {
  const url = request.url ?? '/'
  if (
    url.startsWith('/api/') ||
    url.startsWith('/dev/') ||
    url.startsWith('/storage/') ||
    url.startsWith('/sandbox/')
  )
    next()
  else vite.middlewares(request, response, next)
}

const config = loadConfig(readEnvironment())
const server = await startServer(config, createLog(config.logLevel), async () => developmentWeb())
process.stdout.write(`Largada em desenvolvimento: ${config.publicUrl}\n`)
const stop = () => server.stop().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
