import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens a proxy to the product that can be closed and reopened. While it is closed, the server is down for
 * the browser.
 */
export async function openProxy(to: string) {
  let server = await listen(to, 0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
    async open() {
      server = await listen(to, port)
    },
  }
}

async function listen(to: string, port: number): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    const onward = request(new URL(url, to), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return server
}
