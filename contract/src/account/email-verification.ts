// The page behind a verification link shows only these texts, because anybody can put a message in a URL.

export const EMAIL_VERIFIED = 'Email verificado com sucesso.'
export const VERIFICATION_FAILED = 'Ocorreu um erro ao verificar seu e-mail.'
export const LINK_INVALID = 'O link é inválido ou já foi usado. Solicite um novo.'
export const EMAIL_TAKEN = 'Este e-mail já está cadastrado.'

const SUCCESSES: readonly string[] = [EMAIL_VERIFIED]
const FAILURES: readonly string[] = [VERIFICATION_FAILED, LINK_INVALID, EMAIL_TAKEN]

export function verificationMessage(verified: boolean, message: string | null): string {
  const [usual = '', ...others] = verified ? SUCCESSES : FAILURES
  return others.find((own) => own === message) ?? usual
}
