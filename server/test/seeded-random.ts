/** Park and Miller's generator of integers from 0 to `below` - 1: failures can be reproduced by their seed. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
