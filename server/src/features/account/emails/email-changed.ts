import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

/** The link that gives the account back, and the last day on which it does. */
interface Undo {
  url: string
  until: string
}

const undoing = (undo: Undo) => ({
  action: { label: 'Não fui eu: desfazer a troca', url: undo.url },
  note: html`O link vale até ${undo.until}. Ele devolve a conta a este endereço, encerra todas as sessões abertas e leva você a criar uma nova senha.`,
})

/** To the address that wants to be the account's. */
export const confirmNewEmailMail = ({ name, url, hours }: { name: string; url: string; hours: number }) => ({
  subject: 'Confirme seu novo e-mail na Largada',
  ...emailLayout({
    title: 'Confirme seu novo e-mail',
    body: html`<p>Olá, ${name}!</p>
      <p>Para que este endereço passe a ser o da sua conta na Largada, confirme que ele é seu. Depois disso, entre de novo com ele.</p>
      <p>Até lá, nada muda: o endereço de antes continua valendo.</p>`,
    action: { label: 'Confirmar meu novo e-mail', url },
    note: html`O link vale por ${hours} horas. Se você não pediu esta troca, ignore esta mensagem.`,
  }),
})

/** To the address that is still the account's. */
export const emailChangeRequestedMail = ({ name, undo }: { name: string; undo: Undo }) => ({
  subject: 'Pedido para trocar o e-mail da sua conta na Largada',
  ...emailLayout({
    title: 'Pedido para trocar o seu e-mail',
    body: html`<p>Olá, ${name}!</p>
      <p>Alguém que digitou a sua senha pediu para trocar o e-mail da sua conta na Largada por outro. A troca só acontece quando o novo endereço for confirmado.</p>
      <p>Se foi você, não é preciso fazer nada aqui. Se não foi, desfaça agora mesmo.</p>`,
    ...undoing(undo),
  }),
})

/** To the address that was the account's until now; without `undo` when somebody in charge of the account changed it. */
export const emailChangedMail = ({ name, undo }: { name: string; undo?: Undo }) => ({
  subject: 'O e-mail da sua conta na Largada foi alterado',
  ...emailLayout({
    title: 'O e-mail da sua conta foi alterado',
    body: html`<p>Olá, ${name}!</p>
      <p>O e-mail da sua conta na Largada acaba de ser trocado por outro. A partir de agora, este endereço não entra mais na conta.</p>
      <p>Se foi você, não é preciso fazer nada. Se não foi, ${undo ? 'desfaça agora mesmo.' : 'fale com o nosso atendimento para recuperar o acesso.'}</p>`,
    ...(undo && undoing(undo)),
  }),
})
