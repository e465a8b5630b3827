/**
 * Reports scripts and styles that use features which a browser of `.browserslistrc` lacks, according to MDN's
 * data. Syntax and prefixes are left out, because the build translates them.
 *
 *   node scripts/browser-support.ts           checks our sources; part of `npm run check`
 *   node scripts/browser-support.ts --built   checks the built files, including libraries
 */
import { glob } from 'node:fs/promises'
import { HARMLESS, HARMLESS_IN_LIBRARIES } from './browser-support/exceptions.ts'
import { findingsIn } from './browser-support/find.ts'

const SOURCES = ['{contract/src,web/app}/**/*.{ts,tsx,css}', 'web/public/*.js', 'server/sandbox/page/*.css']
const BUILT = ['web/build/client/**/*.{js,css}']
/** Files that run on the server or in a test. */
const ELSEWHERE = /\.test\.tsx?$|\/app\/(server|entry\.server|inline-styles|routes)\.tsx?$/

const isBuilt = process.argv.includes('--built')
const paths: string[] = []
for await (const path of glob(isBuilt ? BUILT : SOURCES)) if (!ELSEWHERE.test(path)) paths.push(path)
if (paths.length === 0) throw new Error('nothing to check: is it built?')
const findings = await findingsIn(paths, {
  harmless: isBuilt ? HARMLESS_IN_LIBRARIES : HARMLESS,
  prefixes: isBuilt ? [] : ['-webkit-', '-moz-'],
})
for (const { path, line, name, feature, lack } of findings)
  console.log(`${path}:${line} ${name} (${feature.path}) is not in ${lack.join(', ')}`)
if (findings.length > 0) {
  console.log(`\n${findings.length} uses are beyond .browserslistrc: give them a fallback.`)
  process.exitCode = 1
}
