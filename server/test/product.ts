import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/** Runs the product as `npm start` does, in a process that inherits only `PATH` and Node's cache of compiled code. */
export interface Product {
  url: string
  child: ChildProcess
  /** Its announcement once ready. */
  announcement: string
  /** Sends a signal; returns the exit code, or null when the signal ended the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

type Environment = Record<string, string>

const MAIN = 'server/src/main.ts'

/** `account`: the system user that runs it; by default that of this process. */
export async function startProduct(
  environment: Environment,
  account: { uid: number; gid: number } | null = null,
): Promise<Product> {
  const port = environment.PORT ?? String(await freePort())
  const child = run({ HOST: '127.0.0.1', ...environment, PORT: port }, account)
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

/** Runs a start that is expected to fail; returns its exit code and output. */
export async function refusedStart(
  environment: Environment,
): Promise<{ code: number | null; errorOutput: string }> {
  const child = run(environment)
  const [errorOutput, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, errorOutput: errorOutput.trim() }
}

/** Only fatal logs, so that standard output contains the announcement alone. */
const run = (environment: Environment, account: { uid: number; gid: number } | null = null) =>
  spawn(process.execPath, [MAIN], {
    ...account,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'fatal',
      DEMO: 'off',
      PAYMENT_GATEWAY: 'sandbox',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** The last line is about e-mail. */
async function announced(child: ChildProcess): Promise<string> {
  let said = ''
  await new Promise<void>((resolve) => {
    const collect = (chunk: Buffer) => {
      said += chunk
      if (!/^E-mails: .*\n/m.test(said)) return
      child.stdout?.off('data', collect).resume()
      resolve()
    }
    child.stdout?.on('data', collect)
  })
  return said
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
