import { randomInt } from 'node:crypto'

/** Without characters that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 8

/** 39 random bits: guesses are limited (`WRONG_CODES`). */
export const newCode = (prefix: string): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
