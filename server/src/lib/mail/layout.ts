import { type PlatformSeller, sellerWords } from '#contract/seller.ts'
import { type Html, html, toPlainText } from './html.ts'

interface Email {
  title: string
  /** Markup without styles, which the layout adds. */
  body: Html
  action?: { label: string; url: string }
  note?: Html
  /** Before the body. */
  hero?: Hero
  /** Structured data for mail programs. */
  data?: Html
}

export interface Hero {
  html: Html
  text: string
}

export const emailLayout = (email: Email): { html: string; text: string } => ({
  html: page(email).markup,
  text: plainText(email),
})

function plainText({ title, body, action, note, hero }: Email): string {
  const parts = [
    title,
    hero?.text,
    toPlainText(body),
    action && `${action.label}:\n${action.url}`,
    note && toPlainText(note),
    `--\nLargada · ${FOOTER}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const GREETING = /^Olá[^\n]*!\s+/
const PREHEADER_LENGTH = 120

/** The beginning of the text, which mailboxes show beside the subject. */
function preheader({ body }: Email): string {
  const text = toPlainText(body).replace(GREETING, '').replaceAll(/\s+/g, ' ')
  return text.length > PREHEADER_LENGTH ? `${text.slice(0, PREHEADER_LENGTH - 1)}…` : text
}

/** Content id of the logo attached to each message (`mailer.ts`): mail clients often block remote images. */
export const LOGO_ID = 'logo@largada'

const FOOTER = 'Inscrições para corridas em todo o Brasil'

/** The mailer replaces it. Text in a body is escaped, so it cannot contain it. */
const SELLER_PLACE = html`<!--seller-->`

/** Adds who runs the platform to the footer (Decreto 7.962/2013, art. 2). */
export function withSeller<Message extends { html: string; text: string }>(
  message: Message,
  seller: PlatformSeller,
): Message {
  const lines = [sellerWords(seller), seller.email]
  return {
    ...message,
    html: message.html.replace(SELLER_PLACE.markup, () => html`<br>${lines[0]}<br>${lines[1]}`.markup),
    text: `${message.text}${lines.join('\n')}\n`,
  }
}

/** Tables and inline styles, for the widest support; clients with a dark mode use the media query. */
const page = (email: Email): Html => {
  const { title, body, action, note, hero, data } = email
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
${data}
<style>
  :root { color-scheme: light dark; }
  .body p { margin: 0 0 16px; }
  .body table { margin: 0 0 16px; }
  .body a { color: #8f4600; }
  .body td[colspan] { padding-top: 0; }
  .body small { color: #66635e; font-size: 14px; line-height: 1.5; }
  .body td, .body th { padding: 6px 12px 6px 0; text-align: left; vertical-align: top; }
  @media (max-width: 620px) { .card { padding: 28px 22px !important; } .outer { padding: 12px !important; } }
  @media (prefers-color-scheme: dark) {
    body, .outer { background: #202124 !important; }
    .card { background: #2b2c30 !important; border-color: #e97504 #3c3d42 #3c3d42 !important; }
    .ink, .body { color: #f1f1ef !important; }
    .soft, .body small { color: #b9b9b5 !important; }
    .body a, .soft a { color: #ffb266 !important; }
  }
</style>
</head>
<body style="margin:0;padding:0;background:#f7f7f6;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preheader(email)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="outer" align="center" style="background:#f7f7f6;padding:32px 16px;">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:580px;${FONT}">
    <tr><td style="padding:0 4px 18px;">
      <img src="cid:${LOGO_ID}" alt="" width="28" height="28" style="vertical-align:-6px;">
      <span class="ink" style="padding-left:6px;font-size:22px;font-weight:800;letter-spacing:-.4px;color:#1c1b19;">Largada</span>
    </td></tr>
    <tr><td class="card" style="background:#ffffff;border:1px solid #e6e4e0;border-top:4px solid #e97504;border-radius:10px;padding:36px 40px;">
      <h1 class="ink" style="margin:0 0 18px;font-size:24px;line-height:1.25;font-weight:800;color:#1c1b19;">${title}</h1>
      <div class="body" style="font-size:16px;line-height:1.6;color:#33312e;">${hero?.html}${body}</div>
      ${action && button(action)}
      ${note && html`<div class="soft" style="margin-top:22px;font-size:14px;line-height:1.5;color:#66635e;">${note}</div>`}
    </td></tr>
    <tr><td class="soft" style="padding:18px 4px 0;font-size:13px;line-height:1.5;color:#66635e;">Largada · ${FOOTER}${SELLER_PLACE}</td></tr>
  </table>
</td></tr>
</table>
</body>
</html>
`
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"

/** Near-black text: white on orange has too little contrast. */
const button = ({ label, url }: { label: string; url: string }): Html => html`
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 14px;"><tr>
        <td bgcolor="#e97504" style="border-radius:8px;"><a href="${url}" style="display:inline-block;padding:14px 26px;font-size:16px;font-weight:700;color:#1b1206;text-decoration:none;">${label}</a></td>
      </tr></table>
      <div class="soft" style="font-size:13px;line-height:1.5;color:#66635e;word-break:break-all;">Se o botão não abrir, copie este endereço: <a href="${url}" style="color:#8f4600;">${url}</a></div>`
