import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/lib/tokens.ts'
import { base32 } from '#server/lib/totp.ts'

const CODES = 10
/** 80 bits each: a plain hash of that much chance cannot be reversed. */
const CODE_BYTES = 10

const grouped = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** Ten codes as `ABCD-EFGH-IJKL-MNOP`, to be shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => grouped(base32(randomBytes(CODE_BYTES))))

/** However it was typed: small letters, spaces and dashes do not matter. */
export const hashRecoveryCode = (code: string): Buffer =>
  hashToken(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
