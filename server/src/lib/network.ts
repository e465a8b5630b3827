import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Rate limits count an IPv6 address by its /64, which one household or server owns. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // An IPv6 address has many notations; `SocketAddress` returns the canonical one.
  const written = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(written)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = written.split('::')
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : [])
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return `${[...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':')}::/64`
}

/** As PostgreSQL's `inet`: without the zone of a link-local address; `0.0.0.0` if unknown. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const address = [ip, socket.remoteAddress ?? '']
    .map((one) => one.replace(/%.*$/, ''))
    .find((one) => isIP(one))
  return address ?? '0.0.0.0'
}

/** Such a request is malformed (RFC 9112, 3.2): proxies and server could read different hosts. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** At most 255 characters. */
export const userAgentOf = (request: FastifyRequest): string | null =>
  request.headers['user-agent']?.slice(0, 255) ?? null
