import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

/** To the address that was the account's until now. */
export const emailChangedMail = ({ name }: { name: string }) => ({
  subject: 'O e-mail da sua conta na Largada foi alterado',
  ...emailLayout({
    title: 'O e-mail da sua conta foi alterado',
    body: html`<p>Olá, ${name}!</p>
      <p>O e-mail da sua conta na Largada acaba de ser trocado por outro. A partir de agora, este endereço não entra mais na conta.</p>
      <p>Se foi você, não é preciso fazer nada. Se não foi, fale com o nosso atendimento para recuperar o acesso.</p>`,
  }),
})
