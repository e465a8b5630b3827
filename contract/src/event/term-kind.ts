import { z } from 'zod'

/**
 * `contract`: part of the contract, required to register. `consent`: optional and revocable (LGPD, art. 8),
 * as for the use of images.
 */
export const TERM_KINDS = {
  contract: 'Obrigatório para se inscrever',
  consent: 'Autorização opcional',
} as const
export type TermKind = keyof typeof TERM_KINDS
export const TermKind = z.enum(['contract', 'consent'])

/** Identifies the text of a term. */
export const TermVersion = {
  version: z.int(),
  /** The hash of the text in UTF-8, in 64 hexadecimal digits. */
  sha256: z.string(),
}
