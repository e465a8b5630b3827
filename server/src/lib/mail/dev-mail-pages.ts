import type { Email } from 'postal-mime'
import { type Html, html } from './html.ts'

export interface StoredMessage {
  id: string
  email: Email
}

export const listPage = (messages: StoredMessage[]): Html =>
  page(
    'E-mails enviados',
    messages.length === 0
      ? html`<p class="soft">Nenhum e-mail ainda. Crie uma conta ou faça uma inscrição, e ele aparece aqui.</p>`
      : html`<ol>${messages.map(
          ({ id, email }) => html`<li><a href="/dev/mail/${id}">
            <strong>${email.subject}</strong>
            <span>para ${recipients(email)}</span>
            <time datetime="${email.date}" class="soft">${when(email.date)}</time>
          </a></li>`,
        )}</ol>`,
  )

export const messagePage = ({ id, email }: StoredMessage): Html =>
  page(
    email.subject ?? 'Sem assunto',
    html`<p><a href="/dev/mail">Todos os e-mails</a> · <a href="/dev/mail/${id}/raw">Mensagem original</a></p>
    <p class="soft">De ${email.from?.address} para ${recipients(email)}, ${when(email.date)}</p>
    <iframe title="Mensagem" src="/dev/mail/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
    <h2>Em texto</h2>
    <pre>${linked(email.text ?? '')}</pre>`,
  )

const recipients = (email: Email): string =>
  (email.to ?? [])
    .map(({ address }) => address)
    .filter(Boolean)
    .join(', ')

const when = (date: string | undefined): string =>
  date
    ? new Date(date).toLocaleString('pt-BR', {
        dateStyle: 'short',
        timeStyle: 'medium',
        timeZone: 'America/Sao_Paulo',
      })
    : ''

/** Addresses at odd places of the split. */
const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, i) => (i % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))

const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Largada</title>
<style>
  :root { color-scheme: light dark; --ink: light-dark(#1c1b19, #f1f1ef); --soft: light-dark(#66635e, #b9b9b5);
    --card: light-dark(#fff, #2b2c30); --line: light-dark(#e6e4e0, #3c3d42); --link: light-dark(#8f4600, #ffb266); }
  body { margin: 0; background: light-dark(#f7f7f6, #202124); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 820px; margin: 0 auto; padding: 32px 16px; }
  h1 { font-size: 24px; } h2 { font-size: 18px; }
  a { color: var(--link); } .soft { color: var(--soft); }
  ol { list-style: none; margin: 0; padding: 0; }
  li a { display: grid; gap: 2px; margin-bottom: 8px; padding: 14px 18px; background: var(--card);
    border: 1px solid var(--line); border-radius: 10px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
  li a:hover, li a:focus-visible { border-color: #e97504; }
  iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 10px; }
  pre { padding: 18px; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
    white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`
