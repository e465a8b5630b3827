import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const CACHE = `${ROOT}node_modules/.cache/largada/`
/** The Node version of the lock file. It exists once the packages are installed. */
export const NODE = `${ROOT}node_modules/.bin/node`

/**
 * Runs a program in the project's folder silently; a failure's error contains its output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, timeoutMinutes?: number }} [options]
 * @returns {Promise<string>} its output
 */
export function run(program, args, { env = {}, timeoutMinutes = 15 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMinutes * 60_000,
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${[program, ...args].join(' ')} falhou:\n${output.trim()}`))
    })
  })
}
