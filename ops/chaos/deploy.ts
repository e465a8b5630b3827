import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/product.ts'
import { haproxyWeb } from '../cluster/settings.ts'
import { isReady, until } from '../until.ts'
import type { Fault } from './fault.ts'

const HAPROXY = '/usr/sbin/haproxy'
const DEPLOYS = 3
/** HAProxy checks every second whether a process is ready again. */
const NOTICED_MS = 2_500
/** Two health checks must fail, each up to a second after the previous one and slower under load. */
const DRAIN_SECONDS = '4'

/** Replaces two processes behind HAProxy one after the other. No caller may notice. */
export const deployUnderLoad: Fault = {
  name: 'deploy',
  lacks: () => (existsSync(HAPROXY) ? null : 'haproxy is not installed'),
  async inject(world, _users, report) {
    const ports = [Number(world.environment.PORT), await freePort()]
    const front = await freePort()
    const settings = join(world.folder, 'haproxy.cfg')
    await writeFile(settings, haproxyWeb(front, ports))
    const haproxy = spawn(HAPROXY, ['-f', settings], { stdio: 'ignore' })
    let second = await world.startAnother({ PORT: String(ports[1]), DRAIN_SECONDS })
    const url = `http://127.0.0.1:${front}`
    try {
      await until('HAProxy leads to the product', () => isReady(url))
      await wait(NOTICED_MS)
      const users = await world.load({ url, events: 30 })
      for (let deploy = 0; deploy < DEPLOYS; deploy++) {
        if ((await second.end('SIGTERM')) !== 0) report('a process did not end well')
        second = await world.startAnother({ PORT: String(ports[1]), DRAIN_SECONDS })
        await wait(NOTICED_MS)
      }
      await users.stop()
      const { refused, cut } = users.failed()
      if (refused + cut > 0) report(`${refused} requests were refused and ${cut} cut while deploying`)
      for (const problem of users.wrong) report(problem)
      if (users.acknowledged.size < 100) report(`only ${users.acknowledged.size} registered while deploying`)
      await second.end('SIGTERM')
      return DEPLOYS
    } finally {
      const gone = once(haproxy, 'exit')
      haproxy.kill('SIGTERM')
      await gone
    }
  },
}
