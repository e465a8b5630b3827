/** Tasks in words; an unlisted task is shown by its own name. */
const WORDS: Readonly<Record<string, string>> = {
  'send-verification-mail': 'E-mail de verificação',
  'send-password-reset-mail': 'E-mail de recuperação de senha',
  'send-password-changed-mail': 'Aviso de senha trocada',
  'send-email-changed-mail': 'Aviso de e-mail trocado',
  'send-second-factor-mail': 'Aviso da verificação em duas etapas',
  'send-invitation-mail': 'Convite de realizador',
  'send-organizer-invitation': 'Convite de organizador',
  'send-accounts-merged-mail': 'Aviso de contas unificadas',
  'registration-cancelled': 'Aviso de inscrição cancelada',
  'registration-yielded': 'Aviso de inscrição cedida ao dono do CPF',
  'tell-participant': 'Aviso a participante adicional',
  'registration-disowned': 'Aviso de inscrição contestada',
  'registration-changed': 'Aviso de inscrição alterada',
  'payout-requested': 'Aviso de repasse pedido',
  'payout-changed': 'Aviso de repasse aprovado, pago ou recusado',
  'payout-destination-changed': 'Aviso de chave Pix trocada',
  'remove-files': 'Remoção de arquivos',
  'remove-unused-files': 'Remoção de arquivos sem uso',
  'forget-access': 'Limpeza de acessos antigos',
  'expire-events': 'Encerramento de eventos passados',
  'create-charge': 'Criação de cobrança',
  'cancel-charge': 'Cancelamento de cobrança',
  'close-payment': 'Encerramento de um pagamento',
  'settle-registration': 'Acerto de uma inscrição',
  'apply-gateway-message': 'Mensagem do gateway',
  'expire-payments': 'Ronda de pagamentos vencidos',
  'reconcile-payments': 'Conferência com o gateway',
  'payment-due': 'Lembrete de pagamento',
  'registration-confirmed': 'Confirmação de inscrição',
  'send-refund': 'Devolução',
  'refund-sent': 'Aviso de devolução a caminho',
  'refund-done': 'Aviso de devolução concluída',
  'refund-refused': 'Aviso de devolução recusada',
  'refund-unanswered': 'Devolução do que ninguém decidiu',
  'cancel-event-registrations': 'Cancelamento das inscrições de um evento',
  'event-cancelled': 'Aviso de evento cancelado',
  'deliver-sandbox-webhook': 'Aviso do gateway de demonstração',
}

export const taskWords = (task: string): string => WORDS[task] ?? task

const FIELDS: Readonly<Record<string, string>> = {
  userId: 'conta',
  paymentId: 'pagamento',
  registrationId: 'inscrição',
  refundId: 'devolução',
  messageId: 'mensagem',
  payoutId: 'repasse',
  eventId: 'evento',
  oldEmail: 'e-mail anterior',
  paths: 'arquivos',
}

export const payloadWords = (payload: readonly { name: string; value: string }[]): string =>
  payload.map(({ name, value }) => `${FIELDS[name] ?? name} ${value}`).join(' · ')
