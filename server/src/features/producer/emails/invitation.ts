import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

interface Invitation {
  name: string
  organizer: string
  url: string
  days: number
}

export const invitationMail = ({ name, organizer, url, days }: Invitation) => ({
  subject: `${organizer} convidou você para a Largada`,
  ...emailLayout({
    title: 'Crie a sua senha e comece a trabalhar',
    body: html`<p>Olá, ${name}!</p>
      <p>${organizer} cadastrou você como realizador na Largada, a plataforma em que organiza os seus eventos.</p>
      <p>Para confirmar este e-mail e entrar na sua conta, crie a sua senha.</p>`,
    action: { label: 'Criar minha senha', url },
    note: html`O link vale por ${days} dias e só pode ser usado uma vez. Depois disso, use "Esqueceu sua senha?" na tela de login. Se você não conhece ${organizer}, ignore esta mensagem.`,
  }),
})
