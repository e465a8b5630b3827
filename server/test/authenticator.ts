import { totpCode } from '#server/lib/totp.ts'
import type { TestApp } from './app.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** Reads the secret of an enrolment from its otpauth URL, like an authenticator app. */
function decode(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The app's current code, or the code `steps` half minutes later. */
export const codeOf = (app: TestApp, secret: string, steps = 0): string =>
  totpCode(decode(secret), Math.floor(app.deps.clock.now().getTime() / STEP_MS) + steps)

/** Advances the clock by one step and returns the new code. */
export function nextCodeOf(app: TestApp, secret: string): string {
  app.deps.clock.advance(STEP_MS)
  return codeOf(app, secret)
}

/** Enables a user's second factor through the API. */
export async function enrol(
  app: TestApp,
  { token, password }: { token: string; password: string },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await app.call('POST', '/me/second-factor', { token, body: { password } })
  const { secret } = begun.json().data
  const body = { code: codeOf(app, secret) }
  const confirmed = await app.call('POST', '/me/second-factor/confirm', { token, body })
  return { secret, recoveryCodes: confirmed.json().data.recovery_codes }
}
