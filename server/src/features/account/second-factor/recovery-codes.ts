import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/lib/tokens.ts'
import { base32 } from '#server/lib/totp.ts'

const CODES = 10
/** 120 bits each: OWASP ASVS 6.5.2 lets a plain hash do from 112 on. */
const CODE_BYTES = 15

const grouped = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** Ten codes as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`, to be shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => grouped(base32(randomBytes(CODE_BYTES))))

/** However it was typed: small letters, spaces and dashes do not matter. */
export const hashRecoveryCode = (code: string): Buffer =>
  hashToken(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
