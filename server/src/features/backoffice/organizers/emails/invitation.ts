import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

interface Invitation {
  name: string
  organizer: string
  url: string
  days: number
}

export const organizerInvitationMail = ({ name, organizer, url, days }: Invitation) => ({
  subject: `${organizer} já pode organizar eventos na Largada`,
  ...emailLayout({
    title: 'Crie a sua senha e abra as inscrições',
    body: html`<p>Olá, ${name}!</p>
      <p>A conta de organizador de ${organizer} está pronta na Largada: nela você cadastra eventos, acompanha inscrições e recebe pagamentos.</p>
      <p>Para confirmar este e-mail e entrar, crie a sua senha.</p>`,
    action: { label: 'Criar minha senha', url },
    note: html`O link vale por ${days} dias e só pode ser usado uma vez. Depois disso, use "Esqueceu sua senha?" na tela de login. Se você não esperava este convite, ignore esta mensagem.`,
  }),
})
