/** What happens to a registration, in words. */
export const REGISTRATION_ACTION_WORDS: Readonly<Record<string, string>> = {
  'registration.created': 'Inscrição feita',
  'registration.confirmed': 'Inscrição confirmada',
  'registration.ended': 'Inscrição cancelada',
  'payment.received': 'Pagamento recebido',
  'registration.updated': 'Editou a inscrição',
  'registration.person_corrected': 'Corrigiu os dados da pessoa',
  'registration.answer_corrected': 'Corrigiu uma resposta',
  'registration.note_added': 'Escreveu uma anotação',
  'registration.mail_resent': 'Enviou de novo uma mensagem da inscrição',
  'registration.answer_file_read': 'Baixou o anexo de uma resposta',
  'registration.cancelled': 'Cancelou a inscrição',
  'cancellation.requested': 'Pediu o cancelamento da inscrição paga',
  'cancellation.refused': 'Recusou o cancelamento da inscrição paga',
  'refund_choice.made': 'Decidiu o que fazer com o valor da inscrição cancelada',
  'registration.yielded': 'Tomou, com o próprio CPF, o lugar da inscrição sem pagamento',
  'registration.disowned': 'Disse que a inscrição não é sua',
  'registration.payment_renewed': 'Gerou outro pagamento',
  'registration.payment_renewed_by_link':
    'Recebeu, pelo link do pagamento e sem conta, o pedido de outro pagamento',
}
