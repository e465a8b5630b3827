import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, URL-safe. Only the hash is stored, except in `event_alerts`. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares secrets in constant time; lengths may differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(hashToken(a), hashToken(b))
