/** The order matters, because most browsers also claim to be Chrome or Safari. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const PHONES = new Set(['iPhone', 'iPad', 'Android'])

const nameIn = (table: typeof BROWSERS, userAgent: string): string | undefined =>
  table.find(([mark]) => mark.test(userAgent))?.[1]

/** Browser and operating system of a user agent: `Chrome no Windows`. */
export function deviceWords(userAgent: string | null): { name: string; handheld: boolean } {
  const browser = nameIn(BROWSERS, userAgent ?? '')
  const system = nameIn(SYSTEMS, userAgent ?? '')
  const name = browser && system ? `${browser} no ${system}` : (browser ?? system ?? 'Aparelho desconhecido')
  return { name, handheld: system !== undefined && PHONES.has(system) }
}
