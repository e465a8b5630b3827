import { createHash } from 'node:crypto'
import { isProof, proofText } from '#contract/checkout/waiting-room.ts'

/** Yields the nonces that prove work for a challenge, smallest first, as a browser finds them. */
export function* proofs(challenge: string): Generator<number, never> {
  for (let nonce = 0; ; nonce++)
    if (isProof(createHash('sha256').update(proofText(challenge, nonce)).digest())) yield nonce
}
