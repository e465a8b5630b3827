import type { PoolClient } from 'pg'
import type { Deps } from '#server/deps.ts'
import type { PaymentGateway } from '#server/features/payment/gateways/gateway.ts'
import { createDb, createPool } from '#server/lib/db.ts'

class Died extends Error {}

export interface DyingProcess {
  deps: Deps
  died(): boolean
  end(): Promise<void>
}

/**
 * Creates the dependencies of a process that dies at its step `dieAt`. A step is the moment before a
 * statement (and so after the previous one), or before or after a call of the gateway. When it dies, its
 * connections are cut and nothing of it runs any more.
 */
export function dyingProcess(deps: Deps, url: string, dieAt: number): DyingProcess {
  let steps = 0
  let isDead = false
  const clients = new Set<PoolClient>()
  function step(): void {
    steps += 1
    if (steps === dieAt) {
      isDead = true
      for (const client of clients) cut(client)
    }
    if (isDead) throw new Died('the process is dead')
  }

  const pool = createPool(url, { max: 4 })
  pool.on('connect', (client) => {
    clients.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const dying = async (...given: unknown[]) => {
      step()
      return query(...given)
    }
    Object.assign(client, { query: dying })
  })
  const connect = pool.connect.bind(pool)
  const connectAlive = async () => {
    if (isDead) throw new Died('the process is dead')
    return connect()
  }
  Object.assign(pool, { connect: connectAlive })

  const over = async <T>(call: () => Promise<T>): Promise<T> => {
    step()
    const answer = await call()
    step()
    return answer
  }
  const { gateway } = deps
  const dyingGateway: PaymentGateway = {
    ...gateway,
    createCharge: (request) => over(() => gateway.createCharge(request)),
    findCharges: (reference) => over(() => gateway.findCharges(reference)),
    cancelCharge: (id) => over(() => gateway.cancelCharge(id)),
    getCharge: (id) => over(() => gateway.getCharge(id)),
    refund: (request) => over(() => gateway.refund(request)),
    listRefunds: (id) => over(() => gateway.listRefunds(id)),
  }
  return {
    deps: { ...deps, db: createDb(pool), gateway: dyingGateway },
    died: () => isDead,
    end: () => pool.end(),
  }
}

/** Ends a connection without a protocol message, as the death of a process does. */
function cut(client: PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
