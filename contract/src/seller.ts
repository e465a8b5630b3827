import { formatCnpj, formatCpf, formatZip } from './documents.ts'

/** The seller, with the data that Decreto 7.962/2013, art. 2, I and II, requires to be shown. */
export interface Seller {
  name: string
  /** A CNPJ, or the CPF of a person. */
  document: string
  /** In one line. */
  address: string
}

/** The company, or person, that runs the platform. */
export interface PlatformSeller extends Seller {
  email: string
}

/** As `CNPJ 11.222.333/0001-81`. */
export const documentWords = (document: string): string =>
  document.length === 11 ? `CPF ${formatCpf(document)}` : `CNPJ ${formatCnpj(document)}`

interface AddressParts {
  street: string
  number: string | null
  complement: string | null
  district: string | null
  city: string
  state: string
  zip: string | null
}

/** As `Avenida Paulista, 1000, sala 2, Bela Vista, São Paulo/SP, CEP 01310-100`. */
export const addressLine = ({
  street,
  number,
  complement,
  district,
  city,
  state,
  zip,
}: AddressParts): string =>
  [street, number, complement, district, `${city}/${state}`, zip && `CEP ${formatZip(zip)}`]
    .filter(Boolean)
    .join(', ')

export const sellerWords = ({ name, document, address }: Seller): string =>
  [name, documentWords(document), address].join(' · ')
