import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

export const resetPasswordMail = ({ name, url }: { name: string; url: string }) => ({
  subject: 'Redefina sua senha da Largada',
  ...emailLayout({
    title: 'Crie uma nova senha',
    body: html`<p>Olá, ${name}!</p>
      <p>Recebemos um pedido para redefinir a senha da sua conta na Largada.</p>`,
    action: { label: 'Redefinir minha senha', url },
    note: html`O link vale por 1 hora e só pode ser usado uma vez. Se você não fez este pedido, ignore esta mensagem: sua senha continua a mesma.`,
  }),
})
