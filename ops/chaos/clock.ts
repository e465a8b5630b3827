import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'

/** From Debian's package `libfaketime`. */
const findFakeTime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

const STEP_MS = 8_000

/** PostgreSQL's clock does not change. */
export const clockMoved: Fault = {
  name: 'clock-moved',
  lacks: () => (findFakeTime() ? null : 'libfaketime is not installed'),
  async inject(world) {
    const file = join(world.folder, 'clock')
    await writeFile(file, '+0')
    await world.product.end('SIGTERM')
    await world.restart({
      LD_PRELOAD: findFakeTime() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Fakes only the time of day: setting the clock of a real machine does not affect its monotonic clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const steps = ['+3h', '-3h', '+30d', '+0']
    for (const step of steps) {
      await writeFile(file, step)
      await wait(STEP_MS)
    }
    await world.product.end('SIGTERM')
    await world.restart()
    return steps.length
  },
}
