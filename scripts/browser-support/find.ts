import { readFile } from 'node:fs/promises'
import postcss from 'postcss'
import presetMantine from 'postcss-preset-mantine'
import { mixins } from '../../web/mixins.ts'
import { findInScript, membersOf } from './scripts.ts'
import { findInStyles } from './styles.ts'
import type { Finding } from './support.ts'
import { parseScript } from './syntax.ts'

interface Options {
  /** What is lost where a path of the data is missing. */
  harmless: Record<string, string>
  /** What the build adds to properties. */
  prefixes: readonly string[]
}

/** What the files use that a supported browser lacks. */
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

/** Nesting and mixins resolved, as in the build. */
const compiled = (path: string, text: string) =>
  postcss([presetMantine({ mixins })]).process(text, { from: path }).root
