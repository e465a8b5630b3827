// What a person sees who follows a link or reloads while the server cannot be reached: a page of ours, not the browser's. It keeps
// nothing else and answers nothing else: what is shown of Largada always comes from Largada.

const PAGE = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Erro de conexão · Largada</title>
    <style>
      :root { color-scheme: light dark; --page: #f7f7f6; --text: #1c1a17; --quiet: #66625b; --brand: #e97504; --on-brand: #160b00 }
      @media (prefers-color-scheme: dark) {
        :root { --page: #202124; --text: #f1f0ee; --quiet: #b4b0aa; --brand: #3f51b5; --on-brand: #ffffff }
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
    </main>
  </body>
</html>`

const offlinePage = () =>
  new Response(PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })

/** The page itself, asked for while this script was still waking up where the browser can do that. */
async function load({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return offlinePage()
  }
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(load(event))
})
