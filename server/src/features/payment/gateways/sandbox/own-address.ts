import type { Config } from '#server/config.ts'

const ANY_ADDRESS = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** The address of this process, which also serves the sandbox gateway. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = ANY_ADDRESS.get(host) ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
