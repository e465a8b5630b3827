import { connect, createServer, type Socket } from 'node:net'

/** A proxy to PostgreSQL that can drop all traffic silently while connections stay open. */
export interface LossyNetwork {
  /** The database through the proxy. */
  url: string
  /** Drops all traffic of the existing connections; with `all`, also of new ones, until `restore`. */
  drop(what: 'open' | 'all'): void
  restore(): void
  stop(): Promise<void>
}

export async function lossyNetwork(databaseUrl: string): Promise<LossyNetwork> {
  const target = new URL(databaseUrl)
  const open = new Set<{ lost: boolean }>()
  const sockets = new Set<Socket>()
  let dropsAll = false

  const server = createServer((near) => {
    const line = { lost: false }
    const far = connect(Number(target.port), target.hostname)
    open.add(line)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!line.lost && !dropsAll) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        open.delete(line)
        if (!line.lost) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url: url.href,
    drop(what) {
      for (const line of open) line.lost = true
      dropsAll = what === 'all'
    },
    restore() {
      dropsAll = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
