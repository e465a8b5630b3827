import type { Config } from '#server/config.ts'

const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** Where this process reaches itself. The sandbox is called as any gateway is, over HTTP, and it happens to live here. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = ANY.get(host) ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
