import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

/** Throws 400 for a malformed key. */
export function idempotencyKey({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x21-\x7e]{8,128}$/.test(header)) return header
  throw new AppError('malformed', {
    message: 'O cabeçalho Idempotency-Key precisa ter de 8 a 128 caracteres.',
  })
}
