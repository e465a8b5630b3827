import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

export const verifyEmailMail = ({ name, url, hours }: { name: string; url: string; hours: number }) => ({
  subject: 'Confirme seu e-mail na Largada',
  ...emailLayout({
    title: 'Falta só confirmar seu e-mail',
    body: html`<p>Olá, ${name}!</p>
      <p>Para entrar na sua conta da Largada, confirme que este endereço é seu.</p>`,
    action: { label: 'Confirmar meu e-mail', url },
    note: html`O link vale por ${hours} horas. Se você não criou uma conta na Largada, ignore esta mensagem.`,
  }),
})
