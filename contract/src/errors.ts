import { LINK_INVALID } from './account/email-verification.ts'

/** A message given to `AppError` replaces the default one. Codes are for programs and logs. */
export const ERRORS = {
  malformed: [400, 'Requisição inválida.'],
  token_invalid: [400, LINK_INVALID],
  unauthenticated: [401, 'Sessão expirada. Faça login novamente.'],
  bad_credentials: [401, 'E-mail ou senha incorretos.'],
  second_factor_needed: [401, 'Digite o código de verificação para entrar.'],
  challenge_over: [401, 'O tempo para digitar o código acabou. Entre de novo com a sua senha.'],
  bad_signature: [401, 'Assinatura inválida.'],
  forbidden: [403, 'Você não tem permissão para esta ação.'],
  view_only: [
    403,
    'Você está vendo a Largada como outra pessoa: nada pode ser mudado nem baixado. Encerre a visualização para voltar à sua conta.',
  ],
  email_not_verified: [403, 'Seu e-mail ainda não foi verificado. Verifique sua caixa de entrada.'],
  second_factor_required: [
    403,
    'Sua conta exige a verificação em duas etapas. Ative-a para continuar usando a Largada.',
  ],
  not_found: [404, 'Registro não encontrado.'],
  event_not_found: [404, 'Evento não encontrado.'],
  already_registered: [409, 'Conflito: Participante já registrado nesse evento.'],
  registered_by_other: [
    409,
    'Não foi possível inscrever este participante nesta compra. Confira o CPF; se estiver certo, a própria pessoa pode se inscrever pela conta dela.',
  ],
  sold_out: [409, 'As vagas se esgotaram.'],
  too_many_unpaid: [
    409,
    'Esta conta tem inscrições demais à espera de pagamento neste evento. Pague ou cancele o que espera em Meus Eventos, ou peça ao organizador um limite maior.',
  ],
  boleto_too_slow: [
    409,
    'Restam poucas vagas, e um boleto leva dias para ser confirmado. Escolha outra forma de pagamento.',
  ],
  boleto_too_late: [
    409,
    'Um boleto leva dias para ser confirmado e pode não chegar a tempo da corrida. Pague com Pix ou cartão.',
  ],
  event_closed: [409, 'As inscrições para este evento estão encerradas.'],
  offer_changed: [409, 'O evento mudou enquanto você se inscrevia. Revise sua escolha e tente de novo.'],
  stale_version: [
    409,
    'Outra pessoa salvou este registro antes de você. Recarregue a página para ver as mudanças.',
  ],
  in_use: [409, 'Este item já é usado por inscrições e não pode ser excluído. Desative-o.'],
  cannot_cancel: [409, 'Esta inscrição não pode mais ser cancelada.'],
  payment_disputed: [
    409,
    'O pagamento está em contestação no banco. Nada pode ser devolvido até ela terminar.',
  ],
  event_cancelled: [
    409,
    'Este evento foi cancelado. A sua inscrição está sendo cancelada, e o que foi pago por ela volta por inteiro.',
  ],
  refund_changed: [409, 'O valor da devolução mudou. Confira o novo valor e confirme de novo.'],
  cannot_renew_payment: [409, 'Não há outro pagamento a gerar para esta inscrição.'],
  active_registrations: [
    409,
    'Você tem inscrição ativa em um evento que ainda vai acontecer. Cancele-a, ou espere o evento passar, para excluir a conta.',
  ],
  open_money: [409, 'Ainda há dinheiro a devolver. Espere a devolução terminar.'],
  organization_account: [
    409,
    'Esta conta responde por uma organização e não pode ser excluída por aqui. Fale com a administração da plataforma.',
  ],
  export_waiting: [409, 'Sua exportação começa quando chegar a sua vez.'],
  state_changed: [409, 'O estado deste registro mudou. Recarregue a página.'],
  too_large: [413, 'O arquivo enviado é grande demais.'],
  unsupported_media: [415, 'Formato de arquivo não aceito.'],
  validation: [422, 'Erro de validação'],
  key_reused: [422, 'Esta chave de idempotência já foi usada com outros dados.'],
  coupon_invalid: [422, 'Cupom inválido.'],
  amount_too_small: [422, 'O valor total precisa ser zero ou de pelo menos R$ 5,00.'],
  rate_limited: [429, 'Muitas tentativas. Aguarde um momento e tente de novo.'],
  internal: [500, 'Ocorreu um erro inesperado. Tente de novo em instantes.'],
  third_party: [502, 'O serviço consultado não respondeu.'],
  busy: [503, 'Estamos com muitos acessos agora. Tente de novo em instantes.'],
  in_waiting_room: [503, 'Há uma fila para esta corrida. Entre nela pela página da inscrição.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS

/** Errors that clients handle by code. Only their responses contain the code. */
export const ANSWERED_CODES: readonly ErrorCode[] = [
  'second_factor_needed',
  'challenge_over',
  'second_factor_required',
  'in_waiting_room',
  'offer_changed',
]

/** By dotted field name, as `address.zip` or `participants.0.cpf`. */
export type FieldErrors = Record<string, string[]>

/** `exception` repeats the message of a business conflict (409). */
export interface ErrorEnvelope {
  status: number
  message: string
  errors?: FieldErrors
  exception?: string
  /** Present only for `ANSWERED_CODES`. */
  code?: ErrorCode
  /** With `second_factor_needed`: the challenge for `POST /login/second-factor`. */
  challenge?: string
  /** With `offer_changed`, if the request contained the total that the runner saw: that total and the current one. */
  data?: { expected: string; current: string } | undefined
  /** Exports ahead in the queue (409). A request repeated after `Retry-After` keeps its position. */
  waiting?: number
}

export interface FieldProblem {
  field: string
  message: string
}

export function toFieldErrors(problems: readonly FieldProblem[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, message } of problems) {
    const messages = errors[field] ?? []
    if (!messages.includes(message)) errors[field] = [...messages, message]
  }
  return errors
}
