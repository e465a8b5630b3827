import { z } from 'zod'
import { isCnpj, isCpf, normalizeCnpj, onlyDigits } from '../documents.ts'

export const PIX_KEY_TYPES = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'E-mail',
  phone: 'Celular',
  random: 'Chave aleatória',
} as const
export type PixKeyType = keyof typeof PIX_KEY_TYPES
export const PixType = z.enum(Object.keys(PIX_KEY_TYPES) as PixKeyType[], { error: 'Campo não é válido' })

/** Returns the form in which banks store a key; null when the text is not a key of this type. */
export function normalizePixKey(type: PixKeyType, text: string): string | null {
  const key = text.trim()
  const digits = onlyDigits(key)
  switch (type) {
    case 'cpf':
      return isCpf(key) ? digits : null
    case 'cnpj':
      return isCnpj(key) ? normalizeCnpj(key) : null
    case 'email':
      return key.length <= 77 && z.email().safeParse(key).success ? key.toLowerCase() : null
    case 'phone': {
      const national = digits.length > 11 ? digits.replace(/^55/, '') : digits
      return /^[1-9]{2}9\d{8}$/.test(national) ? `+55${national}` : null
    }
    case 'random':
      return z.uuid().safeParse(key).success ? key.toLowerCase() : null
  }
}
