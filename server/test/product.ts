import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * A running product, started as by `npm start`, in a process that inherits only `PATH` and Node's compile
 * cache.
 */
export interface Product {
  url: string
  child: ChildProcess
  /** What the product prints once it is ready. */
  announcement: string
  /** Sends a signal. Returns the exit code, or null when the signal ended the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

type Environment = Record<string, string>

const MAIN = 'server/src/main.ts'

interface Options {
  /** The system user that runs it; by default the user of this process. */
  account?: { uid: number; gid: number } | null
  /** The folder in which it runs, whose `.env` then completes the environment. */
  folder?: string
}

export async function startProduct(environment: Environment, options: Options = {}): Promise<Product> {
  const port = environment.PORT ?? String(await freePort())
  const child = run({ HOST: '127.0.0.1', ...environment, PORT: port }, options)
  const errorOutput = text(child.stderr)
  const announcement = await Promise.race([
    announced(child),
    once(child, 'exit').then(async () => Promise.reject(new Error(`it did not start: ${await errorOutput}`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    announcement,
    async end(signal) {
      const gone = once(child, 'exit')
      child.kill(signal)
      const [code] = await gone
      return code
    },
  }
}

/** Runs a start that is expected to fail. Returns its exit code and the sentence of its only entry. */
export async function refusedStart(
  environment: Environment,
  options?: Options,
): Promise<{ code: number | null; errorOutput: string }> {
  const child = run(environment, options)
  const [errorOutput, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, errorOutput: JSON.parse(errorOutput).msg }
}

const run = (environment: Environment, { account, folder }: Options = {}) =>
  spawn(process.execPath, [MAIN], {
    ...account,
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...(!folder && { LOG_LEVEL: 'fatal', DEMO: 'off', PAYMENT_GATEWAY: 'sandbox' }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** The announcement is one entry of the log. Every other line must be an entry too. */
async function announced(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      said += chunk
      const lines = said.split('\n')
      said = lines.pop() ?? ''
      try {
        const announcement = lines.map((line) => JSON.parse(line).msg).find((msg) => /^E-mails: /m.test(msg))
        if (announcement === undefined) return
        child.stdout?.off('data', collect).resume()
        resolve(announcement)
      } catch {
        reject(new Error(`not an entry of the log: ${lines.join('\n')}`))
      }
    }
    child.stdout?.on('data', collect)
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
