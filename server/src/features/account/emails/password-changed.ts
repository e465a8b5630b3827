import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

export const passwordChangedMail = ({ name, url }: { name: string; url: string }) => ({
  subject: 'Sua senha da Largada foi alterada',
  ...emailLayout({
    title: 'Sua senha foi alterada',
    body: html`<p>Olá, ${name}!</p>
      <p>A senha da sua conta na Largada acaba de ser alterada, e as sessões abertas em outros aparelhos foram encerradas.</p>
      <p>Se foi você, não é preciso fazer nada. Se não foi, recupere o acesso agora mesmo.</p>`,
    action: { label: 'Recuperar meu acesso', url },
  }),
})
