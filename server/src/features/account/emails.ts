import { socialImageOf } from '#server/lib/images.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout, type Hero } from '#server/lib/mail/layout.ts'
import type { WaitingRace } from './queries.ts'

interface Verification {
  name: string
  url: string
  hours: number
  /** The race for which a registration is unfinished, or whose alert is wanted. */
  race: WaitingRace | null
  wantsAlert: boolean
  publicUrl: string
}

/** The cover, which leads where the button leads. */
function coverOf(race: WaitingRace | null, url: string, publicUrl: string): { hero?: Hero } {
  const cover = race && socialImageOf(race.cover)
  if (!cover) return {}
  const picture = html`<a href="${url}"><img src="${publicUrl}${cover}" alt="" width="500" style="display:block;width:100%;max-width:500px;height:auto;border-radius:8px;margin-bottom:14px;"></a>`
  return { hero: { html: picture, text: '' } }
}

export const verifyEmailMail = ({ name, url, hours, race, wantsAlert, publicUrl }: Verification) => ({
  subject: 'Confirme seu e-mail na Largada',
  ...emailLayout({
    title: 'Falta só confirmar seu e-mail',
    ...coverOf(race, url, publicUrl),
    body: html`<p>Olá, ${name}!</p>
      <p>Para entrar na sua conta da Largada, confirme que este endereço é seu.</p>
      ${race && html`<p>Depois você ${wantsAlert ? 'recebe o aviso de' : 'continua a sua inscrição em'} <strong>${race.title}</strong>.</p>`}`,
    action: { label: 'Confirmar meu e-mail', url },
    note: html`O link vale por ${hours} horas. Se você não criou uma conta na Largada, ignore esta mensagem.`,
  }),
})

interface LoginLink {
  name: string
  url: string
  minutes: number
}

export const loginLinkMail = ({ name, url, minutes }: LoginLink) => ({
  subject: 'Seu link para entrar na Largada',
  ...emailLayout({
    title: 'Entre com este link',
    body: html`<p>Olá, ${name}!</p>
      <p>Recebemos um pedido para entrar na sua conta da Largada sem digitar a senha.</p>`,
    action: { label: 'Entrar na minha conta', url },
    note: html`O link vale por ${minutes} minutos e só pode ser usado uma vez. Não o encaminhe a ninguém. Se você não fez este pedido, ignore esta mensagem.`,
  }),
})

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

interface RoleInvitation {
  name: string
  role: string
  from: string
  url: string
  days: number
}

/** For a person who already has an account. */
export const acceptRoleMail = ({ name, role, from, url, days }: RoleInvitation) => ({
  subject: `${from} convidou você para a Largada`,
  ...emailLayout({
    title: 'Use a sua conta também para trabalhar',
    body: html`<p>Olá, ${name}!</p>
      <p>${from} convidou você como ${role} na Largada. Você já tem uma conta com este e-mail: entre nela e aceite o convite para usá-la também neste papel.</p>
      <p>Até lá, nada muda na sua conta, e quem convidou não fica sabendo nada dela.</p>`,
    action: { label: 'Ver o convite', url },
    note: html`O link vale por ${days} dias e só pode ser usado uma vez. Se você não conhece quem convidou, ignore esta mensagem.`,
  }),
})

interface Undo {
  url: string
  until: string
}

const undoing = (undo: Undo) => ({
  action: { label: 'Não fui eu: desfazer a troca', url: undo.url },
  note: html`O link vale até ${undo.until}. Ele devolve a conta a este endereço, encerra todas as sessões abertas e leva você a criar uma nova senha.`,
})

/** For the new address. */
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

/** For the current address. */
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

/** For the previous address. `undo` is omitted after a change by an administrator or organizer. */
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

export const SECOND_FACTOR_CHANGES = [
  'enabled',
  'disabled',
  'codes_renewed',
  'recovery_code_used',
  'reset',
  'passkey_added',
  'passkey_removed',
  'passkeys_removed',
] as const
type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number]

const WORDS: Record<SecondFactorChange, [title: string, sentence: string]> = {
  enabled: [
    'A verificação em duas etapas foi ativada',
    'A partir de agora, entrar na sua conta pede a senha e um código do seu aplicativo autenticador. Guarde os códigos de recuperação em um lugar seguro.',
  ],
  disabled: [
    'A verificação em duas etapas foi desativada',
    'A partir de agora, a senha basta para entrar na sua conta.',
  ],
  codes_renewed: [
    'Novos códigos de recuperação foram gerados',
    'Os códigos de recuperação anteriores da sua conta deixaram de valer.',
  ],
  recovery_code_used: [
    'Um código de recuperação foi usado',
    'Um dos códigos de recuperação da sua conta acaba de ser usado no lugar do código do aplicativo.',
  ],
  reset: [
    'A verificação em duas etapas da sua conta foi removida',
    'A administração da plataforma removeu a verificação em duas etapas da sua conta, e todas as sessões foram encerradas. Entre com a sua senha e ative-a de novo.',
  ],
  passkey_added: [
    'Uma chave de acesso foi adicionada',
    'A partir de agora, ela entra na sua conta sem a senha. Trocar a senha não a remove: se não foi você que a adicionou, remova-a na página da sua conta.',
  ],
  passkey_removed: [
    'Uma chave de acesso foi removida',
    'Ela não entra mais na sua conta. O aparelho pode continuar a oferecê-la até que você a apague também nele.',
  ],
  passkeys_removed: [
    'As chaves de acesso da sua conta foram removidas',
    'A senha foi redefinida por e-mail, e por segurança nenhuma chave de acesso vale mais. Se quiser, adicione-as de novo na página da sua conta.',
  ],
}

interface Message {
  name: string
  what: SecondFactorChange
  reason: string | null
  url: string
}

export const secondFactorMail = ({ name, what, reason, url }: Message) => {
  const [title, sentence] = WORDS[what]
  return {
    subject: `${title} · Largada`,
    ...emailLayout({
      title,
      body: html`<p>Olá, ${name}!</p>
        <p>${sentence}</p>
        ${reason && html`<p>Motivo informado: ${reason}</p>`}
        <p>Se foi você ou a seu pedido, não é preciso fazer nada. Se não foi, troque a sua senha agora mesmo.</p>`,
      action: { label: 'Trocar minha senha', url },
    }),
  }
}
