import { setTimeout as wait } from 'node:timers/promises'
import type { SimulatedUsers } from '#test/simulated-users.ts'
import type { World } from './world.ts'

export interface Fault {
  name: string
  /** Why the fault cannot be injected on this machine; null when it can. */
  lacks(world: World): string | null
  /** Injects the fault and returns how often. `report` takes problems that the recount does not find. */
  inject(world: World, users: SimulatedUsers, report: (problem: string) => void): Promise<number>
}

export const nothing = () => null

export const someMs = (from: number, to: number) => from + Math.floor(Math.random() * (to - from))

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
