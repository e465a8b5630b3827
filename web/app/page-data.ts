/** Names the element that holds the page's data (`own-scripts.tsx`). Apart from it: the entry needs no more than this. */
export const DATA_ID = 'dados'

/** The router's context as its own script leaves it in the page. */
declare global {
  interface Window {
    __reactRouterContext?: { streamController: ReadableStreamDefaultController<string> }
  }
}

/** Hands the page's data to the router, which else gets it from scripts. Once, before it starts. */
export function passPageData(): void {
  const controller = window.__reactRouterContext?.streamController
  controller?.enqueue(JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '""'))
  controller?.close()
}
