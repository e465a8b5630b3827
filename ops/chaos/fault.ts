import { setTimeout as wait } from 'node:timers/promises'
import type { SimulatedUsers } from '../../server/test/simulated-users.ts'
import type { World } from './world.ts'

export interface Fault {
  name: string
  load?: { events?: number; thinkMs?: number }
  /** Why it cannot be injected on this machine; null when it can. */
  lacks(world: World): string | null
  /** Answers how often it was injected; `report` takes what was wrong besides the recount. */
  inject(world: World, users: SimulatedUsers, report: (problem: string) => void): Promise<number>
}

export const nothing = () => null

export const someMs = (from: number, to: number) => from + Math.floor(Math.random() * (to - from))

/** Each kind of trouble of a service in turn, for a few seconds each. */
export async function each(
  troubles: readonly (() => void)[],
  end: () => void,
  pauseMs = 5_000,
): Promise<number> {
  for (const begin of troubles) {
    begin()
    await wait(pauseMs)
    end()
    await wait(500)
  }
  return troubles.length
}
