import { type Html, html } from '#server/lib/mail/html.ts'

export interface AssetUrls {
  style: string
  script: string
}

export const MY_EVENTS = '/participante/eventos'

/** Markup that a library drew, not people. */
export const drawn = (markup: string): Html => ({ markup })

export const layout = (title: string, assets: AssetUrls, content: Html): Html => html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Largada</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}"></script>
</head>
<body>
<header>
<p class="banner" role="note">${icon('flask')}<span><strong>Ambiente de testes:</strong> nenhum valor real é cobrado.</span></p>
<div class="top">
  <a class="brand" href="/"><img src="/favicon.svg" alt="" width="32" height="32">Largada</a>
  <span class="where">${icon('lock')}Pagamento</span>
</div>
</header>
${content}
</body>
</html>
`

const ICONS = {
  lock: '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  flask: '<path d="M9 3h6M10 3v6l-5.2 8.7A2 2 0 0 0 6.5 21h11a2 2 0 0 0 1.7-3.3L14 9V3M7.5 15h9"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  cross: '<path d="m6 6 12 12M18 6 6 18"/>',
  copy: '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V6a2 2 0 0 1 2-2h8"/>',
  back: '<path d="M4 12h16M4 12l6-6M4 12l6 6"/>',
  alert: '<path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/>',
} as const
export type IconName = keyof typeof ICONS

export const icon = (name: IconName): Html =>
  drawn(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${ICONS[name]}</svg>`)

/** Text to take along: it can be selected by hand, and copied by button where a script runs. */
export const copyField = (id: string, label: string, shown: string, copied: string): Html => html`
<div class="copy">
  <label for="${id}">${label}</label>
  <textarea id="${id}" readonly rows="${shown.length > 80 ? 6 : 2}" spellcheck="false" data-copy="${copied}">${shown}</textarea>
  <button type="button" class="button" data-copies="${id}" hidden>${icon('copy')}<span data-label>Copiar</span></button>
</div>`
