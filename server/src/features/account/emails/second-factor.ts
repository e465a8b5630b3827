import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'

export const SECOND_FACTOR_CHANGES = [
  'enabled',
  'disabled',
  'codes_renewed',
  'recovery_code_used',
  'reset',
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
}

interface Message {
  name: string
  what: SecondFactorChange
  url: string
}

export const secondFactorMail = ({ name, what, url }: Message) => {
  const [title, sentence] = WORDS[what]
  return {
    subject: `${title} · Largada`,
    ...emailLayout({
      title,
      body: html`<p>Olá, ${name}!</p>
        <p>${sentence}</p>
        <p>Se foi você ou a seu pedido, não é preciso fazer nada. Se não foi, troque a sua senha agora mesmo.</p>`,
      action: { label: 'Trocar minha senha', url },
    }),
  }
}
