import { fileURLToPath } from 'node:url'
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya'
import { expect } from 'playwright/test'
import { build } from 'vite'
import type { Browser, Key, Size, Tab } from './driver.ts'
import type { InPage } from './in-page.ts'

/** How long a journey waits for an expected state, in milliseconds. */
const PATIENCE_MS = 30_000

/** `in-page.ts` and its imports, bundled as one script. */
let script: Promise<string> | undefined

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('./in-page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'bundle',
      },
    },
  })
  const [output] = Array.isArray(built) ? built : []
  if (!output) throw new Error('in-page.ts was not built')
  return `(() => {\n${output.output[0].code}\n})()`
}

/** Calls a function of `in-page.ts`. Injects the script first if the page does not have it. */
async function callInPage<Name extends keyof InPage>(
  tab: Tab,
  name: Name,
  ...args: Parameters<InPage[Name]>
): Promise<Awaited<ReturnType<InPage[Name]>>> {
  if (!(await tab.evaluate('"inPage" in window'))) {
    script ??= bundle()
    await tab.evaluate(await script)
  }
  const answer = await tab.evaluate(`inPage.${name}(${args.map((arg) => JSON.stringify(arg)).join()})`)
  return answer as Awaited<ReturnType<InPage[Name]>>
}

/** Repeats an attempt that fails while the page is changing, until it succeeds. */
async function eventually<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await expect(async () => {
    try {
      result = { value: await attempt() }
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`)
    }
  }).toPass({ timeout: PATIENCE_MS, intervals: [100] })
  if (!result) throw new Error(what)
  return result.value
}

type RoleOptions = Parameters<typeof getByRoleSelector>[1]
type TextOptions = Parameters<typeof getByTextSelector>[1]

/**
 * The visible elements of a tab that match a selector, queried anew at each use. Its interface follows
 * Playwright's locators.
 */
export class Locator {
  readonly tab: Tab
  readonly #selector: string

  constructor(tab: Tab, selector: string) {
    this.tab = tab
    this.#selector = selector
  }

  getByRole = (role: string, options?: RoleOptions) => this.locator(getByRoleSelector(role, options))
  getByLabel = (label: string, options?: TextOptions) => this.locator(getByLabelSelector(label, options))
  getByText = (text: string | RegExp, options?: TextOptions) => this.locator(getByTextSelector(text, options))
  filter = (text: string) => this.locator(`internal:has-text=${JSON.stringify(text)}i`)
  nth = (index: number) => this.locator(`nth=${index}`)
  first = () => this.nth(0)
  last = () => this.nth(-1)
  locator = (selector: string) =>
    new Locator(this.tab, this.#selector ? `${this.#selector} >> ${selector}` : selector)

  /** Clicks the centre of the single matching element, once it is still and nothing covers it. */
  click = (): Promise<void> => this.#attempt('click', () => this.#click())

  /** Clicks a checkbox or radio button until it is checked. */
  check = (): Promise<void> =>
    this.#attempt('check', async () => {
      if ((await this.#one()).checked) return
      await this.#click()
      if (!(await this.#one()).checked) throw new Error('not checked')
    })

  /** Replaces the text of a field by typing. */
  fill = (text: string): Promise<void> =>
    this.#attempt('fill', async () => {
      await this.#click()
      await callInPage(this.tab, 'selectText', this.#selector)
      if (text) await this.tab.type(text)
      else await this.tab.press('Delete')
    })

  /** Chooses an option of a native list by its label. */
  selectOption = (label: string): Promise<void> =>
    this.#attempt('select', () => callInPage(this.tab, 'choose', this.#selector, label))

  upload = (path: string): Promise<void> =>
    this.#attempt('upload', async () => {
      await callInPage(this.tab, 'mark', this.#selector, 'data-upload')
      await this.tab.upload('[data-upload]', path)
    })

  /** Returns the text of each element. */
  texts = async (): Promise<string[]> => (await this.#read()).map(({ text }) => text)

  /** Waits until at least one element is visible. */
  expectVisible = (): Promise<void> =>
    this.#attempt('see', async () => {
      if ((await this.#read()).length === 0) throw new Error('not found')
    })

  expectHidden = (): Promise<void> =>
    this.#attempt('not see', async () => {
      if ((await this.#read()).length > 0) throw new Error('still there')
    })

  /** Waits until the single matching element contains a text. */
  expectText = (wanted: string | RegExp): Promise<void> =>
    this.#attempt('read', async () => {
      const { text } = await this.#one()
      if (typeof wanted === 'string') expect(text).toContain(wanted)
      else expect(text).toMatch(wanted)
    })

  expectValue = (wanted: string): Promise<void> =>
    this.#attempt('read', async () => expect((await this.#one()).value).toBe(wanted))

  #read = () => callInPage(this.tab, 'read', this.#selector)
  #attempt = <T>(verb: string, attempt: () => Promise<T>): Promise<T> =>
    eventually(`${verb} ${this.#selector}`, attempt)

  async #click() {
    await this.tab.clickAt(await callInPage(this.tab, 'point', this.#selector))
    // A click may open another page. `inPage` is then gone, perhaps while it answers.
    const hit = await this.tab.evaluate('window.inPage?.missed()').catch(() => undefined)
    if (hit) throw new Error(`the click reached ${hit}`)
  }

  async #one() {
    const [one, ...others] = await this.#read()
    if (!one || others.length > 0) throw new Error(`found ${one ? others.length + 1 : 0} times`)
    return one
  }
}

/** The content of a tab. */
export class View extends Locator {
  constructor(tab: Tab) {
    super(tab, '')
  }

  goto = (path: string): Promise<void> => this.tab.goto(new URL(path, process.env.LARGADA_URL).href)
  press = (key: Key): Promise<void> => this.tab.press(key)
  resize = (size: Size): Promise<void> => this.tab.resize(size)
  reload = async (): Promise<void> => this.tab.goto(await this.#address())
  toast = (text: string): Locator => this.locator('.Toastify__toast').filter(text)

  /** Waits for a URL, ignoring its fragment. */
  expectUrl = (wanted: RegExp): Promise<void> =>
    eventually(`reach ${wanted}`, async () => expect(await this.#address()).toMatch(wanted))

  /** Waits until no control is covered by another element, so that a mouse can reach the centre of each. */
  expectControlsReachable = (): Promise<void> =>
    eventually('reach the controls', async () =>
      expect(await callInPage(this.tab, 'coveredControls')).toEqual([]),
    )

  expectLegendsInside = (): Promise<void> =>
    eventually('see legends in their fieldsets', async () =>
      expect(await callInPage(this.tab, 'legendsOnEdges')).toEqual([]),
    )

  async #address(): Promise<string> {
    return String(await this.tab.evaluate('location.href'))
  }
}

/** Returns the view of the tab at a URL. Waits for it, because links may open a new tab. */
export function viewAt(browser: Browser, wanted: RegExp): Promise<View> {
  return eventually(`a tab at ${wanted}`, async () => {
    for (const tab of await browser.tabs()) {
      const address = await tab.evaluate('location.href')
      if (wanted.test(String(address))) return new View(tab)
    }
    throw new Error('none')
  })
}
