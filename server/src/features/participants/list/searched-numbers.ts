const LONGEST_ID = 12
/** Without the country: area code and number, or the number alone. */
const PHONE = /^(?:55)?(\d{10,11}|\d{8,9})$/

export interface SearchedNumbers {
  /** The number of a registration or of an order. */
  id: number | null
  /** The last digits of a phone number, at least eight. */
  phone: string | null
}

/** `1293`, `Nº 1293` and `#1293` are ids; `(11) 98765-4321` may be an id or a phone. */
export function searchedNumbers(typed: string | undefined): SearchedNumbers {
  const text = (typed ?? '').trim()
  const digits = text.replace(/\D/g, '')
  const id = /^(?:n[º°o]?\.?|#|inscri[çc][ãa]o|pedido)?\s*(?:n[º°]\s*)?\d+$/i.test(text) ? digits : ''
  const phone = /^[\d\s()+.-]+$/.test(text) ? PHONE.exec(digits)?.[1] : undefined
  return { id: id && id.length <= LONGEST_ID ? Number(id) : null, phone: phone ?? null }
}
