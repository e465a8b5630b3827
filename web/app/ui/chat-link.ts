/** The URL that opens a chat with a number. Numbers without a country code are Brazilian. */
export function chatUrl(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `https://wa.me/${digits.length <= 11 ? `55${digits}` : digits}`
}
