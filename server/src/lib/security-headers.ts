import type { FastifyInstance } from 'fastify'
import { MAP_ORIGINS, mapProbeUrl } from '#contract/maps.ts'

/** Inline styles are allowed because React writes `style` attributes. */
export const contentSecurityPolicy = (scriptHashes = ''): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes}`.trimEnd(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...MAP_ORIGINS.map(mapProbeUrl)].join(' ')}`,
    `frame-src ${["'self'", ...MAP_ORIGINS].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** `secure`: the product is served by HTTPS. */
export const securityHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Applies to every response to a session, files and errors included. */
export function forbidSessionCaching(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.headers.authorization !== undefined) reply.header('cache-control', 'no-store')
    done()
  })
}
