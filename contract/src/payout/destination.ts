import { z } from 'zod'
import { optionalText } from '../fields.ts'
import { BankAccount, BankAccountInput } from './bank-account.ts'
import { normalizePixKey, PixType } from './pix-key.ts'

/** A Pix key, a bank account, or both. */
export const Destination = z.object({
  pix_key_type: PixType.nullable(),
  pix_key: z.string().nullable(),
  bank_account: BankAccount.nullable(),
})
export type Destination = z.infer<typeof Destination>

/** For this time after it was saved, nothing is paid to a destination. */
export const HOLD_HOURS = 72

export const heldUntil = (savedAt: Date): Date => new Date(savedAt.getTime() + HOLD_HOURS * 3_600_000)

/** Replaces the whole destination: an omitted field is cleared. */
export const DestinationInput = z
  .object({
    pix_key_type: PixType.nullish(),
    pix_key: optionalText(100).meta({ example: '529.982.247-25' }),
    bank_account: BankAccountInput.nullable().default(null),
  })
  .transform(({ pix_key_type: type, pix_key: typed, bank_account }, context): Destination => {
    const problem = (message: string) => {
      context.addIssue({ code: 'custom', path: ['pix_key'], message })
      return z.NEVER
    }
    if (!typed)
      return bank_account
        ? { pix_key_type: null, pix_key: null, bank_account }
        : problem('Informe a chave Pix ou uma conta bancária.')
    const key = type && normalizePixKey(type, typed)
    return type && key ? { pix_key_type: type, pix_key: key, bank_account } : problem('Chave Pix inválida')
  })

/** Enough to compare two keys by, not to use one: `529***725`. */
const mask = (text: string): string =>
  text.length > 8 ? `${text.slice(0, 3)}***${text.slice(-3)}` : `***${text.slice(-2)}`

export const masked = ({ pix_key, bank_account, ...type }: Destination): Destination => ({
  ...type,
  pix_key: pix_key && mask(pix_key),
  bank_account: bank_account && { ...bank_account, account: mask(bank_account.account) },
})

/** Returns `Pix 11222333000181`, or the bank account when there is no key; empty when there is neither. */
export function destinationWords({ pix_key, bank_account: account }: Destination): string {
  if (pix_key !== null) return `Pix ${pix_key}`
  return account ? `banco ${account.bank}, agência ${account.branch}, conta ${account.account}` : ''
}
