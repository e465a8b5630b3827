/** In the page's HTML, what loads scripts carries these instead of `modulepreload` and `module`, so that nothing loads them yet. */
const LATE = 'late'

/**
 * An inline script, right after the one that starts the page, that lets scripts load once the page is painted: until then they would
 * take a slow connection from styles and pictures. Without a first paint to wait for (a tab in the background, an old browser) they
 * load at once; in a browser that is too old for them (`old-browser.tsx`) they do not. Safari reports the first paint of text and
 * pictures only, which a skeleton lacks: there they load 500 ms after everything else. Each in a task of its own: a page with forms
 * has some forty, and a slow phone should answer meanwhile.
 */
export const START_SCRIPT = `(late=>{if('oldBrowser'in document.documentElement.dataset)return;const start=()=>{for(const link of document.querySelectorAll('link[rel=${LATE}]'))setTimeout(()=>{link.rel='modulepreload'});setTimeout(()=>{const main=document.createElement('script');main.type='module';main.async=true;main.textContent=late.textContent;late.replaceWith(main)})};document.hidden||!PerformanceObserver.supportedEntryTypes.includes('paint')?start():(new PerformanceObserver((_,painted)=>{painted.disconnect();start()}).observe({type:'paint',buffered:true}),addEventListener('load',()=>setTimeout(start,500)))})(document.currentScript.previousElementSibling)`

/** Marks in a rendered page what `START_SCRIPT` lets load. */
export const withLateScripts = (html: string): string =>
  html
    .replaceAll('<link rel="modulepreload" ', `<link rel="${LATE}" `)
    .replace('<script type="module" async="">', `<script type="text/${LATE}">`)
