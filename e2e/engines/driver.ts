/** The browser operations that journeys need. Each engine implements them with its own protocol. */
export interface Browser {
  /** Name and version of the browser. */
  version: string
  /** The folder that receives downloads. */
  downloads: string
  /** All tabs, in no particular order. */
  tabs(): Promise<Tab[]>
  /** The cookies stored for the current site. */
  cookies(): Promise<unknown[]>
  close(): Promise<void>
}

export interface Tab {
  /** Brings the tab to the front. */
  activate(): Promise<void>
  /** Opens a URL and waits until the page has loaded. */
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page and returns its value as JSON. Awaits a promise. */
  evaluate(expression: string): Promise<unknown>
  /** Moves the mouse to a point of the visible part of the page and clicks. */
  clickAt(point: Point): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Chooses a file in the file input found by a CSS selector. */
  upload(selector: string, path: string): Promise<void>
  /** Sets the size of the visible part of the page. */
  resize(size: Size): Promise<void>
  /** A PNG of the visible part of the page. */
  screenshot(): Promise<Buffer>
}

export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** Keys that journeys press, with their code points in WebDriver. */
export const KEYS = { Backspace: '\uE003', Delete: '\uE017', Enter: '\uE007', Escape: '\uE00C' } as const
export type Key = keyof typeof KEYS

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

export const DESKTOP: Size = { width: 1280, height: 900 }
export const PHONE: Size = { width: 390, height: 844 }
