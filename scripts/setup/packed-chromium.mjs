import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { CACHE, NODE, run } from './run.mjs'

const FOLDER = `${CACHE}chromium`

/**
 * The headless Chromium of `@sparticuz/chromium`, made for AWS Lambda: a compressed binary with the libraries and the font
 * that a bare machine lacks. It unpacks to the temporary folder of an environment that it takes for Lambda.
 */
export async function unpackChromium() {
  if (!existsSync(FOLDER)) await unpack()
  return {
    executablePath: `${FOLDER}/chromium`,
    env: { LD_LIBRARY_PATH: `${FOLDER}/al2023/lib`, FONTCONFIG_FILE: `${FOLDER}/fonts.conf` },
  }
}

async function unpack() {
  const unfinished = `${FOLDER}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  await run(NODE, ['--input-type=module', '--eval', script], {
    env: { TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  await chmod(`${unfinished}/chromium`, 0o755)
  await writeFile(`${unfinished}/fonts.conf`, fontsConf())
  await rm(FOLDER, { recursive: true, force: true })
  await rename(unfinished, FOLDER)
}

/** The machine's fonts, and the packed one for a machine that has none. */
const fontsConf = () => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${FOLDER}/fonts</dir>
  <cachedir>${FOLDER}/fonts-cache</cachedir>
</fontconfig>
`
