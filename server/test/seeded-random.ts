/**
 * Returns integers from 0 to `below` - 1 from Park and Miller's generator. A failure can be reproduced with
 * its seed.
 */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
