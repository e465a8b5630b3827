import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/** The product as `npm start` runs it, in a process of its own, with nothing of this process's environment but the path. */
export interface Product {
  url: string
  child: ChildProcess
  /** What it said once it was up. */
  announcement: string
  /** Sends the signal and answers the exit code when it is gone; null when the signal itself ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

type Environment = Record<string, string>

const MAIN = 'server/src/main.ts'

export async function startProduct(environment: Environment): Promise<Product> {
  const port = environment.PORT ?? String(await freePort())
  const child = run({ HOST: '127.0.0.1', ...environment, PORT: port })
  const complaint = text(child.stderr)
  const announcement = await Promise.race([
    announced(child),
    once(child, 'exit').then(async () => Promise.reject(new Error(`it did not start: ${await complaint}`))),
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

/** Starts what is expected to refuse, and tells how it did. */
export async function refusedStart(
  environment: Environment,
): Promise<{ code: number | null; complaint: string }> {
  const child = run(environment)
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, complaint: complaint.trim() }
}

/** Logs go to the standard output with the announcement: only fatal ones, so that it stands alone. */
const run = (environment: Environment) =>
  spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
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
  await new Promise<void>((resolve) =>
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (/^E-mails: .*\n/m.test(said)) resolve()
    }),
  )
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
