import { setTimeout as wait } from 'node:timers/promises'
import { refusedStart } from '#test/product.ts'
import { type Fault, nothing, someMs } from './fault.ts'

const KILLS = 6

export const serverKilled: Fault = {
  name: 'server-killed',
  lacks: nothing,
  async inject(world) {
    for (let kill = 0; kill < KILLS; kill++) {
      await wait(someMs(200, 2_500))
      await world.product.end('SIGKILL')
      await world.restart()
    }
    return KILLS
  },
}

/** On the same data folder a second server is refused; on the same database it works, and is killed. */
export const twoServers: Fault = {
  name: 'two-servers',
  lacks: nothing,
  async inject(world, _users, report) {
    const { code, errorOutput } = await refusedStart({
      DATA_DIR: `${world.disk.path}/database`,
      PAYMENT_GATEWAY: 'sandbox',
    })
    if (code !== 1 || !errorOutput.startsWith('Outro servidor da Largada já usa a pasta'))
      report(`a second server on a folder in use ended with ${code}: ${errorOutput}`)

    const other = await world.startAnother()
    const more = await world.load({ url: other.url, events: 8 })
    await wait(8_000)
    await other.end('SIGKILL')
    const stopping = more.stop()
    // Users of the killed server repeat their requests until another process answers on its port.
    const again = await world.startAnother({ PORT: new URL(other.url).port })
    await stopping
    const lost = await world.db
      .selectFrom('registrations')
      .where('id', 'in', [...more.acknowledged.values(), -1])
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(lost.n) !== more.acknowledged.size) report('the second server lost registrations')
    for (const problem of more.wrong) report(problem)
    if ((await again.end('SIGTERM')) !== 0) report('the second server did not end well')
    return 3
  },
}
