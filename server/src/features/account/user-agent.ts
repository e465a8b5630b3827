import type { FastifyRequest } from 'fastify'

/** How the browser names itself, as far as it is worth keeping. */
export const userAgentOf = (request: FastifyRequest): string | null =>
  request.headers['user-agent']?.slice(0, 255) ?? null
