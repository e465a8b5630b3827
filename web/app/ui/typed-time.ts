export type ReadTime = { time: string; problem?: never } | { time?: never; problem: string }

const DIGITS = /^(\d{1,2})(\d\d)$/
const PARTS = /^(\d{1,2})\s*(?:(?:[:.]|h|hs|horas?)\s*(?:(\d{1,2})\s*(?:m|min|h)?(?::\d\d)?)?)?$/i

/** Reads a time as people write it: `7h30`, `7h`, `730` and `7:30`. */
export function readTime(text: string): ReadTime {
  const [, hours = '', minutes = '00'] = DIGITS.exec(text.trim()) ?? PARTS.exec(text.trim()) ?? []
  const hour = hours.padStart(2, '0')
  if (hours === '') return { problem: 'Escreva a hora como 7h30 ou 07:30.' }
  if (Number(hours) > 23) return { problem: 'As horas vão de 0 a 23.' }
  if (minutes.length === 1)
    return { problem: `Escreva os minutos com dois algarismos, como ${hour}:0${minutes}.` }
  if (Number(minutes) > 59) return { problem: 'Os minutos vão de 00 a 59.' }
  return { time: `${hour}:${minutes}` }
}
