import { type Destination, heldUntil } from '#contract/payout/destination.ts'

interface Documents {
  /** Kept by Admin. */
  cnpj: string | null
  /** The owner's CPF. */
  owner_cpf: string | null
}

type Problems = Partial<Record<'pix_key' | 'bank_account.holder_document', string[]>>

/** Why a document is not the organizer's, by field. */
export function strangerProblems(destination: Destination, { cnpj, owner_cpf }: Documents): Problems {
  const { pix_key_type: type, pix_key: key, bank_account: account } = destination
  const problems: Problems = {}
  if ((type === 'cnpj' && key !== cnpj) || (type === 'cpf' && key !== owner_cpf))
    problems.pix_key = ['A chave precisa ser do organizador: use o CNPJ ou o CPF do seu cadastro.']
  if (account && account.holder_document !== cnpj && account.holder_document !== owner_cpf)
    problems['bank_account.holder_document'] = [
      'A conta precisa ser do organizador: use o CNPJ ou o CPF do seu cadastro.',
    ]
  return problems
}

/**
 * Banks refuse a transfer to another CNPJ than the account's. Accounts type their own CPF, and e-mails, phones
 * and random keys name nobody, so the enterprise looks up those holders.
 */
export const isProven = (
  { pix_key_type, pix_key, bank_account }: Destination,
  { cnpj }: Pick<Documents, 'cnpj'>,
): boolean =>
  (pix_key === null || (pix_key_type === 'cnpj' && pix_key === cnpj)) &&
  (bank_account === null || bank_account.holder_document === cnpj)

/** The end of the hold; null when it is over, or for destinations saved before that time was recorded. */
export function holdOf(savedAt: Date | null, now: Date): Date | null {
  const until = savedAt && heldUntil(savedAt)
  return until && until > now ? until : null
}
