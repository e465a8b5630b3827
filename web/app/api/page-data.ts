/**
 * Id of the element with the page's data (`own-scripts.tsx`). It is declared here to keep the browser's entry
 * file small.
 */
export const DATA_ID = 'dados'

/** The context that the router's own script creates on `window`. */
declare global {
  interface Window {
    __reactRouterContext?: { streamController: ReadableStreamDefaultController<string> }
  }
}

/** Passes the page's data to the router, which would otherwise read it from inline scripts. */
export function passPageData(): void {
  const controller = window.__reactRouterContext?.streamController
  controller?.enqueue(JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '""'))
  controller?.close()
}
