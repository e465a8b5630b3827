import { addressLine, type Seller } from '#contract/seller.ts'

/** The legal data of an organizer; null where it was not given. */
export interface SellerRow {
  name: string | null
  document: string | null
  street: string | null
  number: string | null
  complement: string | null
  district: string | null
  city: string | null
  state: string | null
  zip: string | null
}

/** Null if the legal data is incomplete. */
export function sellerOf({ name, document, street, city, state, ...rest }: SellerRow): Seller | null {
  if (!name || !document || !street || !city || !state) return null
  return { name, document, address: addressLine({ street, city, state, ...rest }) }
}
