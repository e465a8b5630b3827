import type { AddressInput } from '#contract/city.ts'

/** What a form has to hold for `AddressFields`: the parts of an address, as text, under `address`. */
export interface AddressForm {
  address: { [part in keyof AddressInput]: string }
}
