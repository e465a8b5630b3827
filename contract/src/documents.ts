export const onlyDigits = (value: string): string => value.replace(/\D/g, '')

/** Eleven equal digits would pass the check digits and are refused. */
export function isCpf(value: string): boolean {
  const digits = onlyDigits(value)
  if (digits.length !== 11 || /^(\d)\1{10}$/.test(digits)) return false
  const check = (length: number) => {
    let sum = 0
    for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i)
    return ((sum * 10) % 11) % 10
  }
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10])
}

/** CNPJs may contain letters since July 2026 (IN RFB 2.229/2024). */
export const normalizeCnpj = (value: string): string => value.toUpperCase().replace(/[./\-\s]/g, '')

function cnpjCheckDigit(base: string): number {
  let sum = 0
  let weight = 2
  for (let i = base.length - 1; i >= 0; i--) {
    sum += (base.charCodeAt(i) - 48) * weight
    weight = weight === 9 ? 2 : weight + 1
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

export function isCnpj(value: string): boolean {
  const cnpj = normalizeCnpj(value)
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || /^(.)\1{13}$/.test(cnpj)) return false
  const first = cnpjCheckDigit(cnpj.slice(0, 12))
  return first === Number(cnpj[12]) && cnpjCheckDigit(cnpj.slice(0, 12) + first) === Number(cnpj[13])
}

export const formatCpf = (cpf: string): string => cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
export const formatCnpj = (cnpj: string): string =>
  cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
export const formatZip = (zip: string): string => zip.replace(/^(\d{5})(\d{3})$/, '$1-$2')
export const formatPhone = (phone: string): string => phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

/** Stored and sent as the index of its name. */
export const SEX = { male: 0, female: 1 } as const
export const SEXES = ['Masculino', 'Feminino'] as const
