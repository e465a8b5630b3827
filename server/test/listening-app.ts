import type { AddressInfo } from 'node:net'
import type { Db } from '#server/lib/db.ts'
import { type TestApp, testApp } from './app.ts'

/** Starts a test app on a real port, for callers over HTTP such as the sandbox gateway and its webhooks. */
export async function listeningApp(db: Db, options: Parameters<typeof testApp>[1] = {}): Promise<TestApp> {
  const app = await testApp(db, options)
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.fastify.server.address() as AddressInfo
  Object.assign(app.deps.config, { host: '127.0.0.1', port })
  return app
}
