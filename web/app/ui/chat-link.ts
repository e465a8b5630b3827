/** Where a chat with this number opens; numbers without a country are Brazilian. */
export function chatUrl(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `https://wa.me/${digits.length <= 11 ? `55${digits}` : digits}`
}
