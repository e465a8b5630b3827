/** While a time is typed: `7:30`, `7h30`, `730` and `0730` all become `07:30`. */
export function typedTime(text: string): string {
  const [hours = '', ...rest] = text
    .replace(/h/gi, ':')
    .replace(/[^\d:]/g, '')
    .split(':')
  const minutes = rest.join('')
  if (rest.length > 0 && hours.length < 3) return hours && `${hours.padStart(2, '0')}:${minutes.slice(0, 2)}`
  const digits = hours + minutes
  // Hours do not start with a digit above 2.
  const padded = /^[3-9]/.test(digits) ? `0${digits}` : digits
  return padded.length > 2 ? `${padded.slice(0, 2)}:${padded.slice(2, 4)}` : padded
}
