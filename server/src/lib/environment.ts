import { z } from 'zod'

/** An invalid environment variable; the message is one sentence in Portuguese. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export const url = (name: string, protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `${name} precisa ser um endereço que comece com ${protocols.map((p) => `${p}//`).join(' ou ')}.`,
    )
export const web = (name: string) =>
  url(name, ['http:', 'https:']).transform((text) => text.replace(/\/+$/, ''))

/** HTTPS or a loopback address. */
export const isSafeTransport = (text: string): boolean =>
  /^https:/.test(text) || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(text).hostname)

export const integer = (name: string, [min, max]: [number, number], byDefault: number) => {
  const sentence = `${name} precisa ser um número de ${min} a ${max}.`
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence).default(byDefault)
}

/** `https://KEY:SECRET@host/bucket`. */
export function isBucket(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname } = new URL(text)
  return /^https?:$/.test(protocol) && !!username && !!password && /^\/[\w.-]+$/.test(pathname)
}
