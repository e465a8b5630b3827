/** Has the browser keep a page of ours for when the server cannot be reached (`public/sw.js`), once this one is all there. */
export function keepOfflinePage(): void {
  // Absent on an insecure address, refused in some private windows: the browser's own page must do then.
  const keep = () => navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') keep()
  else window.addEventListener('load', keep, { once: true })
}
