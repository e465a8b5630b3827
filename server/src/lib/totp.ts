import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from './tokens.ts'

/*
 * Time-based one-time passwords (RFC 6238) as every authenticator app makes them: HMAC-SHA-1 of the number of half minutes since
 * 1970, six digits. Forty lines that the RFC's own table tests, rather than a library to trust with secrets.
 */

const STEP_SECONDS = 30
/** A phone's clock may be this many steps ahead or behind. */
const DRIFT_STEPS = 1
/** As long as the hash: RFC 4226, R6. */
const SECRET_BYTES = 20

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS)

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** The step whose code this is, of those that count at the moment; null when it is none of them. */
export function totpStepOf(secret: Buffer, code: string, at: Date): number | null {
  const now = stepAt(at)
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, i) => now - DRIFT_STEPS + i)
  return steps.filter((step) => sameSecret(totpCode(secret, step), code)).at(-1) ?? null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding: what a person types when the camera is of no use. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** What the QR code of an enrolment says. */
export const totpUri = (secret: Buffer, { issuer, account }: { issuer: string; account: string }): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${new URLSearchParams({
    secret: base32(secret),
    issuer,
  })}`
