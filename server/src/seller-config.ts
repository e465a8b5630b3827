import { z } from 'zod'
import { isCnpj, isCpf, normalizeCnpj, onlyDigits } from '#contract/documents.ts'
import type { PlatformSeller } from '#contract/seller.ts'
import { ConfigError } from './lib/environment.ts'

const text = (name: string) => z.string().trim().max(200, `${name} precisa ter até 200 letras.`).optional()

const DOCUMENT_SENTENCE = 'LEGAL_DOCUMENT precisa ser um CNPJ ou CPF válido.'

export const SELLER_ENVIRONMENT = {
  LEGAL_NAME: text('LEGAL_NAME'),
  LEGAL_DOCUMENT: z
    .string()
    .refine((typed) => isCnpj(typed) || isCpf(typed), DOCUMENT_SENTENCE)
    .transform((typed) => (isCnpj(typed) ? normalizeCnpj(typed) : onlyDigits(typed)))
    .optional(),
  LEGAL_ADDRESS: text('LEGAL_ADDRESS'),
  LEGAL_EMAIL: z.email('LEGAL_EMAIL precisa ser um e-mail.').optional(),
}

/** Invented, with valid check digits. */
const DEMO_SELLER: PlatformSeller = {
  name: 'Largada Demonstração Serviços de Inscrição Ltda.',
  document: '30714285000193',
  address: 'Avenida Paulista, 1000, Bela Vista, São Paulo/SP, CEP 01310-100',
  email: 'contato@largada.test',
}

type Environment = { [Name in keyof typeof SELLER_ENVIRONMENT]?: string | undefined }

/** Null outside the demo when nothing is set: then no event can be opened. */
export function sellerConfig(env: Environment, demo: boolean): PlatformSeller | null {
  const { LEGAL_NAME: name, LEGAL_DOCUMENT: document, LEGAL_ADDRESS: address, LEGAL_EMAIL: email } = env
  if (name && document && address && email) return { name, document, address, email }
  if (name || document || address || email)
    throw new ConfigError(
      'LEGAL_NAME, LEGAL_DOCUMENT, LEGAL_ADDRESS e LEGAL_EMAIL andam juntas: falta alguma.',
    )
  return demo ? DEMO_SELLER : null
}
