import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'x-sandbox-signature'

/** A message whose time differs by more is refused even when signed: it may be replayed. */
const TOLERANCE_SECONDS = 5 * 60

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`. */
export function sign(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${digest(seconds, Buffer.from(body), secret).toString('hex')}`
}

export function isSignedBy(secret: string, header: unknown, body: Buffer, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null
  if (!match?.[2]) return false
  const seconds = Number(match[1])
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false
  return timingSafeEqual(digest(seconds, body, secret), Buffer.from(match[2], 'hex'))
}

const digest = (seconds: number, body: Buffer, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
