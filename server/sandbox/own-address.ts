import type { Config } from '#server/config.ts'

const ANY_ADDRESS = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/**
 * The address of the sandbox gateway. This process or the web processes on its port serve it; a worker
 * reaches it by the public URL.
 */
export function ownAddress({
  host,
  port,
  role,
  publicUrl,
}: Pick<Config, 'host' | 'port' | 'role' | 'publicUrl'>): string {
  if (role === 'worker') return publicUrl
  const name = ANY_ADDRESS.get(host) ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
