import { createHash } from 'node:crypto'
import { isProof, proofText } from '#contract/waiting-room.ts'

/** The smallest nonces that prove work for a challenge, as a browser finds them. */
export function* proofs(challenge: string): Generator<number, never> {
  for (let nonce = 0; ; nonce++)
    if (isProof(createHash('sha256').update(proofText(challenge, nonce)).digest())) yield nonce
}
