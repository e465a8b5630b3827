import type { ReactMaskOpts } from 'react-imask'

interface Mask {
  options: ReactMaskOpts
  inputMode: 'numeric' | 'decimal' | 'tel' | 'text'
  placeholder: string
}

export const MASKS = {
  cpf: { options: { mask: '000.000.000-00' }, inputMode: 'numeric', placeholder: '000.000.000-00' },
  cnpj: {
    // Letters are converted to upper case. A CNPJ may contain letters since July 2026.
    options: {
      mask: 'XX.XXX.XXX/XXXX-00',
      definitions: { X: /[0-9A-Z]/ },
      prepareChar: (char: string) => char.toUpperCase(),
    },
    inputMode: 'text',
    placeholder: '00.000.000/0000-00',
  },
  phone: {
    options: {
      mask: [{ mask: '(00) 0000-0000' }, { mask: '(00) 00000-0000' }],
      // Chosen by the number of digits, because the library's choice depends on the previous value.
      dispatch: (appended, { value, compiledMasks }, _flags, tail) => {
        const digits = `${value}${appended}${tail}`.replace(/\D/g, '').length
        const [landline, mobile] = compiledMasks
        return digits > 10 ? mobile : landline
      },
      // Address books store Brazilian numbers in this format.
      prepare: (text: string) => text.replace(/^\+55\s*/, ''),
    },
    inputMode: 'tel',
    placeholder: '(00) 00000-0000',
  },
  zip: { options: { mask: '00000-000' }, inputMode: 'numeric', placeholder: '00000-000' },
  money: {
    options: {
      mask: Number,
      scale: 2,
      thousandsSeparator: '.',
      radix: ',',
      mapToRadix: ['.'],
      padFractionalZeros: true,
      min: 0,
      max: 99_999_999.99,
    },
    inputMode: 'decimal',
    placeholder: '0,00',
  },
  // Values over 100 can be typed, so that validation can explain the limit.
  percent: {
    options: { mask: Number, scale: 2, radix: ',', mapToRadix: ['.'], min: 0, max: 999.99 },
    inputMode: 'decimal',
    placeholder: '0',
  },
} satisfies Record<string, Mask>

export type MaskKind = keyof typeof MASKS
