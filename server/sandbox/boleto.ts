import { daysBetween, type IsoDate } from '#contract/dates.ts'

/** A boleto as Febraban defines it: 44 digits in the barcode, 47 in the digitable line. */
interface Boleto {
  bank: string
  dueOn: IsoDate
  amountCents: number
  /** 25 digits whose meaning the bank defines. */
  freeField: string
}

/** Days since the base date; after 9999, on 21 February 2025, it restarts at 1000. */
export function dueFactor(dueOn: IsoDate): number {
  const days = daysBetween('1997-10-07', dueOn)
  return days <= 9999 ? days : 1000 + ((days - 10_000) % 9000)
}

export function barcodeDigits({ bank, dueOn, amountCents, freeField }: Boleto): string {
  if (!/^\d{3}$/.test(bank) || !/^\d{25}$/.test(freeField)) throw new RangeError('not a bank or a free field')
  const head = `${bank}9`
  const tail = String(dueFactor(dueOn)).padStart(4, '0') + String(amountCents).padStart(10, '0') + freeField
  return head + mod11(head + tail) + tail
}

/** Three fields with a check digit each, the barcode's check digit, due factor and amount. */
export function digitableLine(barcode: string): string {
  const free = barcode.slice(19)
  const checked = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)]
  return checked.map((digits) => digits + mod10(digits)).join('') + barcode.slice(4, 19)
}

/** Weights 2, 1 from the right; the digits of each product are summed. */
function mod10(digits: string): number {
  const sum = fromTheRight(digits).reduce((total, digit, i) => {
    const product = digit * (i % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Weights 2…9 from the right; 0, 10 and 11 become 1, because a barcode's check digit is never 0. */
function mod11(digits: string): number {
  const sum = fromTheRight(digits).reduce((total, digit, i) => total + digit * (2 + (i % 8)), 0)
  const check = 11 - (sum % 11)
  return check > 9 ? 1 : check
}

const fromTheRight = (digits: string): number[] => [...digits].reverse().map(Number)
