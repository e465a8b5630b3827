import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import type { Load, LoadResult } from './load.ts'
import type { ServerOptions } from './server.ts'
import type { GatewayMessage, Services, ServicesCount, ServicesQuestion } from './services.ts'

export interface Server {
  address: string
  pid: number
  stop(): Promise<void>
}

export async function startServer(url: string, options: ServerOptions = {}): Promise<Server> {
  const child = fork(new URL('./server.ts', import.meta.url), [url, JSON.stringify(options)], {
    execArgv: [],
  })
  const [address] = (await once(child, 'message')) as [string]
  return { address, pid: child.pid ?? 0, stop: () => end(child) }
}

/** From a separate process. */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const child = fork(new URL('./load.ts', import.meta.url), [], { execArgv: [] })
  child.send(load)
  const failed = once(child, 'exit').then(() => {
    throw new Error('the load generator ended')
  })
  const [result] = (await Promise.race([once(child, 'message'), failed])) as [LoadResult]
  failed.catch(() => undefined)
  await end(child)
  return result
}

/** The gateway and the mail server. */
export async function startServices() {
  const child = fork(new URL('./services.ts', import.meta.url), [], { execArgv: [] })
  const [{ environment }] = (await once(child, 'message')) as [Services]
  const waiting: ((answer: unknown) => void)[] = []
  child.on('message', (answer) => waiting.shift()?.(answer))
  const ask = (question: ServicesQuestion) =>
    new Promise<unknown>((resolve) => {
      waiting.push(resolve)
      child.send(question)
    })
  return {
    environment,
    count: () => ask('count') as Promise<ServicesCount>,
    /** Pays a charge at the gateway and returns the message that it sends. */
    pay: (chargeId: string) => ask({ pay: chargeId }) as Promise<GatewayMessage>,
    /** Pays all open charges at the gateway and returns its messages. */
    payAll: () => ask('payAll') as Promise<GatewayMessage[]>,
    stop: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.disconnect()
  await gone
}

const TICK_US = 10_000

/** CPU time in microseconds; `ended` includes children that ended. */
function cpuOf(pid: number | string, { ended = false } = {}): { parent: number; us: number } {
  try {
    const [, parent, ...rest] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(
      ' ',
    )
    // utime is field 14 of the line, stime 15, cutime 16, cstime 17.
    const ticks = rest.slice(9, ended ? 13 : 11).reduce((sum, one) => sum + Number(one), 0)
    return { parent: Number(parent), us: ticks * TICK_US }
  } catch {
    return { parent: 0, us: 0 }
  }
}

/** Microseconds that the servers and all PostgreSQL processes use from now on; zero without `/proc`. */
export async function watchCpu(db: Db, servers: readonly Pick<Server, 'pid'>[]) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = cpuOf(rows[0]?.pid ?? 0).parent
  const now = () => {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const backends = pids.map((pid) => cpuOf(pid)).filter(({ parent }) => parent === postmaster)
    return {
      postgres: backends.reduce((sum, { us }) => sum + us, cpuOf(postmaster, { ended: true }).us),
      server: servers.reduce((sum, { pid }) => sum + cpuOf(pid).us, 0),
    }
  }
  const before = now()
  return () => {
    const after = now()
    return { postgres: after.postgres - before.postgres, server: after.server - before.server }
  }
}
