import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const START_MS = 120_000

export interface Product {
  url: string
  dataDir: string
  stop(): Promise<void>
}

/** Starts the product in a separate process, on a free port and with a new data folder. */
export async function startProduct(environment: Record<string, string>): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'largada-e2e-'))
  // PostgreSQL runs as a system user when root starts the product. That user cannot enter root's temporary
  // folders by default.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: 'localhost',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      SMTP_URL: '',
      RATE_LIMITS: environment.DEMO === 'on' ? 'off' : 'on',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await Promise.race([announced(server), ended(server), tooLong()])
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDir, stop }
}

/** Waits for the product's URL, which it prints once it is ready, including the demo data. */
async function announced(server: ChildProcess): Promise<void> {
  if (!server.stdout) throw new Error('the server has no output to read')
  let output = ''
  for await (const chunk of server.stdout) {
    output += chunk
    if (output.includes('http://')) break
  }
  // Drained, because a full pipe would block the server.
  server.stdout.resume()
}

async function ended(server: ChildProcess): Promise<never> {
  const [code] = await once(server, 'exit')
  throw new Error(`the server ended with ${code} before it was ready`)
}

async function tooLong(): Promise<never> {
  await sleep(START_MS, undefined, { ref: false })
  throw new Error('the server was not ready in two minutes')
}
