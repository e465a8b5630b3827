import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A TCP proxy to any server (PostgreSQL, gateway, mail) that simulates network failures. */
export interface LossyNetwork {
  /** The URL of the server through the proxy. */
  url: string
  /**
   * Drops all traffic of existing connections without closing them. With `all`, also drops the traffic of new
   * connections, until `restore`.
   */
  drop(what: 'open' | 'all'): void
  /**
   * Ends the connection of the next request that contains this text when its response arrives. Resolves then.
   */
  loseAnswer(request: string): Promise<void>
  /** Ends all connections and refuses new ones, until `restore`. */
  refuse(): void
  /** Delays all traffic by this time, until `restore`. */
  delay(milliseconds: number): void
  restore(): void
  stop(): Promise<void>
}

interface Line {
  lost: boolean
  endsOnAnswer?: () => void
}

export async function lossyNetwork(targetUrl: string): Promise<LossyNetwork> {
  const target = new URL(targetUrl)
  const open = new Set<Line>()
  const sockets = new Set<Socket>()
  let dropsAll = false
  let refuses = false
  let delayMs = 0
  let losing: { request: string; lost: PromiseWithResolvers<void> } | undefined

  // Sends small packets immediately, as the two parties do.
  const server = createServer({ noDelay: true }, (near) => {
    if (refuses) return void near.resetAndDestroy()
    const line: Line = { lost: false }
    const far = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    open.add(line)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      // Preserves the order of packets when the delay changes.
      let last = Promise.resolve()
      const pass = (run: () => void) => {
        const at = performance.now() + delayMs
        const isDue = () => at <= performance.now()
        last = last.then(() => (isDue() ? undefined : wait(at - performance.now()))).then(run)
      }
      sockets.add(from)
      from.on('data', (bytes) => {
        if (from === near && losing && bytes.includes(losing.request)) {
          const { lost } = losing
          losing = undefined
          line.endsOnAnswer = () => {
            near.resetAndDestroy()
            lost.resolve()
          }
        } else if (from === far && line.endsOnAnswer) return line.endsOnAnswer()
        if (!line.lost && !dropsAll) pass(() => void to.write(bytes))
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        open.delete(line)
        if (!line.lost) pass(() => to.destroySoon())
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    drop(what) {
      for (const line of open) line.lost = true
      dropsAll = what === 'all'
    },
    loseAnswer(request) {
      const lost = Promise.withResolvers<void>()
      losing = { request, lost }
      return lost.promise
    },
    refuse() {
      refuses = true
      endAll()
    },
    delay(milliseconds) {
      delayMs = milliseconds
    },
    restore() {
      dropsAll = false
      refuses = false
      delayMs = 0
    },
    async stop() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
