import { z } from 'zod'
import { isCnpj, isCpf, normalizeCnpj, onlyDigits } from '../documents.ts'
import { required } from '../fields.ts'

export const ACCOUNT_KINDS = { checking: 'Conta corrente', savings: 'Conta poupança' } as const
export type AccountKind = keyof typeof ACCOUNT_KINDS
const Kind = z.enum(Object.keys(ACCOUNT_KINDS) as AccountKind[], { error: 'Campo não é válido' })

/** `bank` is its three-digit number, such as `001`. */
export const BankAccount = z.object({
  bank: z.string(),
  branch: z.string(),
  account: z.string(),
  kind: Kind,
  /** CPF or CNPJ, without punctuation. */
  holder_document: z.string(),
})
export type BankAccount = z.infer<typeof BankAccount>

const MISSING = 'O campo é obrigatório'
/** Digits, of which the last may be an X, with a dash before the check digit. */
const account = (digits: number) =>
  required(MISSING, 20)
    .transform((text) => text.replace(/[\s.]/g, '').toUpperCase())
    .refine((text) => new RegExp(`^\\d{1,${digits}}(-?[\\dX])?$`).test(text), 'Campo não é válido')
    .meta({ example: '1234-5' })

export const BankAccountInput = z.object({
  bank: required(MISSING, 10)
    .refine((text) => /^\d{3}$/.test(text), 'Use os três números do banco')
    .meta({ example: '001' }),
  branch: account(5),
  account: account(13),
  kind: Kind,
  holder_document: required(MISSING, 20)
    .refine((text) => isCpf(text) || isCnpj(text), 'CPF ou CNPJ inválido')
    .transform((text) => (isCpf(text) ? onlyDigits(text) : normalizeCnpj(text)))
    .meta({ example: '11.222.333/0001-81' }),
})
