import { readFileSync } from 'node:fs'

const PACKAGE = new URL('../../../package.json', import.meta.url)

/** The running version. Its only source is `package.json`; between releases it ends in `-dev`. */
export const VERSION: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version

/** `1.2.3`, or `1.2.3-dev` for what becomes 1.2.3. */
const FORM = /^(\d+)\.(\d{1,3})\.(\d{1,3})(-dev)?$/

/** A number that grows with every version. `1.2.3-dev` comes after 1.2.2 and before 1.2.3. */
export function releaseNumber(version: string): number {
  const [, major, minor, patch, isUnreleased] = FORM.exec(version) ?? []
  if (major === undefined) throw new Error(`${version} is not a version such as 1.2.3 or 1.2.3-dev`)
  return ((Number(major) * 1_000 + Number(minor)) * 1_000 + Number(patch)) * 2 + (isUnreleased ? 0 : 1)
}

export const isOlder = (version: string, than: string): boolean =>
  releaseNumber(version) < releaseNumber(than)
