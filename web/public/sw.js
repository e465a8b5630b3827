// The service worker. While the server cannot be reached it answers navigations: with the pages of the user's
// registrations, which `app/offline/shell.ts` caches without personal data, or with an offline page. It never
// answers calls of the API: data come from the server, or are marked as a copy (`app/offline/copies.ts`).

const SHELL = 'largada-shell'

/** The path under which a page is cached, if it is: all registrations share the page of id 0. */
const cachedPath = (path) =>
  path
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/^(\/participante\/inscricoes\/)\d+/, '$10')

const fromShell = async (path) => (await caches.open(SHELL)).match(path, { ignoreVary: true })

/** A constant, because the hash in the page's policy is computed from the same text. */
const SCHEME_SCRIPT =
  "try{const s=localStorage.getItem('color-scheme');if(s==='light'||s==='dark')document.documentElement.dataset.scheme=s}catch{}"

const DARK =
  'color-scheme: dark; --page: #202124; --text: #f1f0ee; --quiet: #b4b0aa; --brand: #3f51b5; --on-brand: #ffffff'

const pageWith = (link) => `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Erro de conexão · Largada</title>
    <script>${SCHEME_SCRIPT}</script>
    <style>
      :root { color-scheme: light; --page: #f7f7f6; --text: #1c1a17; --quiet: #66625b; --brand: #e97504; --on-brand: #160b00 }
      :root[data-scheme="dark"] { ${DARK} }
      @media (prefers-color-scheme: dark) {
        :root:not([data-scheme="light"]) { ${DARK} }
      }
      body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
      main {
        display: grid; gap: 1rem; place-content: center; justify-items: center; box-sizing: border-box;
        min-height: 100dvh; padding: 1.5rem; text-align: center
      }
      h1 { margin: 1rem 0 0; font-size: 1.75rem; line-height: 1.2; text-wrap: balance }
      p { max-width: 34rem; margin: 0; color: var(--quiet); text-wrap: pretty }
      a {
        margin-top: 1rem; padding: 0.75rem 1.5rem; border-radius: 0.5rem; background: var(--brand);
        color: var(--on-brand); font-weight: 600; text-decoration: none
      }
      a.quiet { margin: 0; background: none; color: inherit; text-decoration: underline }
      a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px }
    </style>
  </head>
  <body>
    <main>
      <svg viewBox="-60 0 450 343" height="48" aria-hidden="true">
        <g transform="translate(55 0) skewX(-9)">
          <path fill="currentColor" d="M0 0H70V68H0Z M70 68H140V137H70Z M0 137H70V205H0Z M70 205H140V274H70Z M0 274H70V343H0Z" />
          <path fill="#e97504" d="M84 274H330V343H84Z" />
        </g>
      </svg>
      <h1>Erro de conexão.</h1>
      <p>Não foi possível chegar até a Largada. Confira a sua internet e tente de novo em instantes.</p>
      <a href="">Tentar novamente</a>
      ${link}
    </main>
  </body>
</html>`

const MY_EVENTS = '/participante/eventos'
const LINK = `<a class="quiet" href="${MY_EVENTS}">Ver minhas inscrições</a>`

async function offlinePage() {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(SCHEME_SCRIPT))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  const link = (await fromShell(MY_EVENTS)) ? LINK : ''
  return new Response(pageWith(link), {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

/** Loads a page. With navigation preload the browser requests it while the service worker starts. */
async function load({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await fromShell(cachedPath(new URL(request.url).pathname))) ?? offlinePage()
  }
}

/** File names contain a hash of the content, so a cached file is never outdated. */
const isAsset = ({ url, method }) => method === 'GET' && url.startsWith(`${self.location.origin}/assets/`)

async function loadAsset(request) {
  try {
    return await fetch(request)
  } catch (failure) {
    const cached = await fromShell(new URL(request.url).pathname)
    if (cached) return cached
    throw failure
  }
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(load(event))
  else if (isAsset(event.request)) event.respondWith(loadAsset(event.request))
})
