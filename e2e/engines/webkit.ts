import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { type Browser, KEYS, type Tab } from './driver.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const X_SERVER = '/usr/bin/Xvfb'
const COMMAND_MS = 60_000

/** The path of the browser of WebKitGTK; undefined when it or a program that it needs is missing. */
export function webkitPath(): string | undefined {
  const [miniBrowser] = globSync('/usr/{lib,libexec}/{*/,}webkit{2,}gtk-4*/MiniBrowser')
  return existsSync(DRIVER) && existsSync(X_SERVER) ? miniBrowser : undefined
}

/** Starts WebKitGTK's MiniBrowser on a virtual screen, driven by W3C WebDriver. */
export async function startWebKit(miniBrowser: string, downloads: string): Promise<Browser> {
  const [settings, screen, port] = await Promise.all([writeSettings(downloads), startScreen(), freePort()])
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      TZ: 'America/Sao_Paulo',
      XDG_CONFIG_HOME: settings,
      // Its sandbox needs user namespaces, which containers usually forbid.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // Compositing would use a software OpenGL, which takes most of the processor time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  })
  const stop = async () => {
    await Promise.all([end(driver), end(screen.server)])
    await rm(settings, { recursive: true, force: true })
  }
  try {
    const address = `http://127.0.0.1:${port}`
    await answered(address)
    const options = { binary: miniBrowser, args: ['--automation'] }
    const { sessionId, capabilities } = await call<NewSession>('POST', `${address}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    const session = new Session(`${address}/session/${sessionId}`)
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      downloads,
      tabs: () => session.tabs(),
      cookies: () => session.cookies(),
      close: async () => {
        await session.close().finally(stop)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Writes a settings folder: downloads without a prompt, no animations, and a tool bar that allows a window as
 * narrow as a phone.
 */
async function writeSettings(downloads: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'largada-webkit-'))
  const gtk = join(folder, 'gtk-3.0')
  await mkdir(gtk)
  await Promise.all([
    writeFile(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`),
    writeFile(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n'),
    writeFile(join(gtk, 'gtk.css'), '* { min-width: 0; margin: 0; padding: 0 }\n'),
  ])
  return folder
}

/** Starts an X server on a free display. */
async function startScreen(): Promise<{ server: ChildProcess; display: string }> {
  const server = spawn(X_SERVER, ['-displayfd', '3', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return { server, display: `:${String(number).trim()}` }
}

/** Ends a detached program and all processes that it started. */
async function end(leader: ChildProcess): Promise<void> {
  if (!leader.pid || leader.exitCode !== null || leader.signalCode !== null) return
  const exited = once(leader, 'exit')
  process.kill(-leader.pid)
  await exited
}

async function answered(address: string): Promise<void> {
  for (const deadline = performance.now() + 15_000; performance.now() < deadline; )
    if (await fetch(`${address}/status`).catch(() => sleep(50))) return
  throw new Error('WebKitWebDriver did not answer within 15 seconds')
}

interface NewSession {
  sessionId: string
  capabilities: { browserVersion: string }
}

/** Sends a command of W3C WebDriver. */
async function call<T>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<T> {
  const signal = AbortSignal.timeout(COMMAND_MS)
  const answer = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T & { message?: string } }
  if (!answer.ok) throw new Error(value.message ?? `${url}: ${answer.status}`)
  return value
}

class Session {
  readonly #url: string
  /** The tab to which commands are sent. */
  #current = ''

  constructor(url: string) {
    this.#url = url
  }

  async tabs(): Promise<Tab[]> {
    const handles = await call<string[]>('GET', `${this.#url}/window/handles`)
    return handles.map((handle) => this.#tabOf(handle))
  }

  cookies = () => call<unknown[]>('GET', `${this.#url}/cookie`)
  close = () => call<void>('DELETE', this.#url)

  #tabOf(handle: string): Tab {
    const post = async <T>(path: string, body: object): Promise<T> => {
      await this.#switchTo(handle)
      return call<T>('POST', `${this.#url}${path}`, body)
    }
    const evaluate = (expression: string) =>
      post<unknown>('/execute/sync', { script: `return (${expression})`, args: [] })
    const type = (text: string) =>
      post<void>('/actions', {
        actions: [{ type: 'key', id: 'keyboard', actions: [...text].flatMap(pressAndRelease) }],
      })
    return {
      evaluate,
      type,
      activate: () => this.#switchTo(handle),
      goto: (url) => post('/url', { url }),
      clickAt: ({ x, y }) =>
        post('/actions', {
          actions: [
            {
              type: 'pointer',
              id: 'mouse',
              parameters: { pointerType: 'mouse' },
              actions: [
                { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
                { type: 'pointerDown', button: 0 },
                { type: 'pointerUp', button: 0 },
              ],
            },
          ],
        }),
      press: (key) => type(KEYS[key]),
      upload: async (selector, path) => {
        const element = await post<object>('/element', { using: 'css selector', value: selector })
        await post(`/element/${Object.values(element)[0]}/value`, { text: path })
      },
      resize: async ({ width, height }) => {
        // The window is higher than its page by the tool bar.
        const bar = Number(await evaluate('outerHeight - innerHeight'))
        await post('/window/rect', { width, height: height + bar })
        // The page is resized shortly after its window.
        while ((await evaluate('[innerWidth, innerHeight].join()')) !== `${width},${height}`) await sleep(10)
      },
      screenshot: async () => {
        await evaluate(`document.body.append(${DOT})`)
        const png = await call<string>('GET', `${this.#url}/screenshot`)
        await evaluate(`${DOT}.remove()`)
        return Buffer.from(png, 'base64')
      },
    }
  }

  async #switchTo(handle: string): Promise<void> {
    if (this.#current === handle) return
    await call('POST', `${this.#url}/window`, { handle })
    this.#current = handle
  }
}

/**
 * A screenshot waits for the next paint, which never happens on a page without changes. A changing dot in the
 * corner causes paints.
 */
const DOT = `(window.paintedDot ??= (() => {
  const dot = document.createElement('i')
  dot.style = 'position: fixed; top: 0; left: 0; width: 1px; height: 1px; background: #0001'
  setInterval(() => { dot.style.opacity = 1 - dot.style.opacity }, 20)
  return dot
})())`

const pressAndRelease = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]
