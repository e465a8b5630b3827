import { readFile } from 'node:fs/promises'
import postcss from 'postcss'
import presetMantine from 'postcss-preset-mantine'
import { mixins } from '../../web/mixins.ts'
import { findInScript, membersOf } from './scripts.ts'
import { findInStyles } from './styles.ts'
import type { Finding } from './support.ts'
import { parseScript } from './syntax.ts'

interface Options {
  /** The allowed paths of the data, with the consequence where the feature is missing. */
  harmless: Record<string, string>
  /** Prefixes of properties that the build adds. */
  prefixes: readonly string[]
}

export async function findingsIn(
  paths: readonly string[],
  { harmless, prefixes }: Options,
): Promise<(Finding & { path: string })[]> {
  const files = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
  const styles = files.filter(({ path }) => path.endsWith('.css'))
  const scripts = files
    .filter(({ path }) => !path.endsWith('.css'))
    .map(({ path, text }) => parseScript(path, text))
  const own = membersOf(scripts)
  const findings = [
    ...scripts.flatMap((script) =>
      findInScript(script, own).map((found) => ({ path: script.path, ...found })),
    ),
    ...styles.flatMap(({ path, text }) =>
      findInStyles(compiled(path, text), prefixes).map((found) => ({ path, ...found })),
    ),
  ]
  const isHarmless = (path: string) =>
    Object.keys(harmless).some((known) => path === known || path.startsWith(`${known}.`))
  return findings.filter(({ feature }) => !isHarmless(feature.path))
}

/** Resolves nesting and mixins, as the build does. */
const compiled = (path: string, text: string) =>
  postcss([presetMantine({ mixins })]).process(text, { from: path }).root
