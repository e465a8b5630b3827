import { z } from 'zod'

/** An invalid environment variable, explained in one sentence. */
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

/** Encrypted, or on this machine. */
export const isPrivateAddress = (text: string): boolean =>
  /^https:/.test(text) || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(text).hostname)
