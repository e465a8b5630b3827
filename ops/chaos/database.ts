import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { poolOf } from '#server/lib/db.ts'
import { postgresFaults } from '#test/postgres-faults.ts'
import { isReady, until } from '../until.ts'
import { each, type Fault, nothing, someMs } from './fault.ts'

const SILENCE_MS = 25_000

export const postgresKilled: Fault = {
  name: 'postgres-killed',
  lacks: nothing,
  async inject({ db, databaseDir, product }) {
    const faults = postgresFaults(db, databaseDir)
    for (const fault of [...faults, ...faults]) {
      await wait(someMs(200, 2_000))
      // Repeated, because PostgreSQL may be restarting.
      await until('PostgreSQL answers', () =>
        fault().then(
          () => true,
          () => false,
        ),
      )
      await until('the product is ready', () => isReady(product.url))
    }
    return 2 * faults.length
  },
}

export const connectionsUsedUp: Fault = {
  name: 'connections-used-up',
  lacks: nothing,
  async inject(world) {
    // First all connections of the server are taken. Then all connections of the product's pool wait for a
    // lock.
    const taken: pg.Client[] = []
    await poolOf(world.db).query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'largada%' and pid <> pg_backend_pid()",
    )
    for (let refused = 0; refused < 5; ) {
      const client = new pg.Client({ connectionString: world.databaseUrl })
      client.on('error', () => undefined)
      await client.connect().then(
        () => taken.push(client),
        () => refused++,
      )
    }
    await wait(12_000)
    for (const client of taken) await client.end()
    await until('the product is ready', () => isReady(world.product.url))

    const holder = new pg.Client({ connectionString: world.databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table users in access exclusive mode')
    await wait(15_000)
    await holder.query('commit')
    await holder.end()
    return 2
  },
}

export const networkSilent: Fault = {
  name: 'network-silent',
  lacks: nothing,
  async inject({ networks: { database }, product }, _users, report) {
    database.drop('open')
    await wait(10_000)
    database.drop('all')
    await wait(SILENCE_MS)
    if (await isReady(product.url)) report('ready without a database')
    database.restore()
    return 2
  },
}

export const networkSlow: Fault = {
  name: 'network-slow',
  lacks: nothing,
  inject: ({ networks: { database } }) =>
    each([() => database.delay(50), () => database.delay(400)], database.restore, 8_000),
}
