/**
 * The id of the element that holds the page's data (`own-scripts.tsx`), in a file of its own to keep the browser entry
 * small.
 */
export const DATA_ID = 'dados'

/** The router's context as its own script leaves it on `window`. */
declare global {
  interface Window {
    __reactRouterContext?: { streamController: ReadableStreamDefaultController<string> }
  }
}

/** Passes the page's data to the router, which would otherwise read it from scripts. Call it once, before the router starts. */
export function passPageData(): void {
  const controller = window.__reactRouterContext?.streamController
  controller?.enqueue(JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '""'))
  controller?.close()
}
