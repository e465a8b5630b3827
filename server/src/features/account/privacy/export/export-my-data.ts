import { basename } from 'node:path'
import { CONSENT_TEXTS } from '#contract/account/consent-text.ts'
import { isSecurityEvent, SECURITY_EVENTS } from '#contract/account/security-events.ts'
import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { SEXES } from '#contract/documents.ts'
import { toDecimal } from '#contract/money.ts'
import type { Choice, StoredChoiceKind } from '#contract/my-registrations/refund-choice.ts'
import { PAYMENT_STATUSES, REGISTRATION_STATUSES } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { REFUND_REASONS, REFUND_STATUSES } from '#contract/payment/refund.ts'
import { guardianRoleWords } from '#contract/registration/minors.ts'
import { RIGHT_CLAIM_STATUSES } from '#contract/registration/right-claim.ts'
import type { Deps } from '#server/deps.ts'
import { presentProfile } from '../../person.ts'
import { getUser } from '../../queries.ts'
import {
  findOrganizer,
  selectAcceptedTerms,
  selectAnswers,
  selectChanges,
  selectConsentHistory,
  selectCouponLists,
  selectEmailChanges,
  selectEventAlerts,
  selectGroupInvitations,
  selectGroups,
  selectKnownDevices,
  selectMoneyChoices,
  selectPasskeys,
  selectPayments,
  selectRefunds,
  selectRegistrations,
  selectRights,
  selectSecurityEvents,
  selectSessionHistory,
  selectSignatures,
  selectTransfers,
} from './queries.ts'

const CHOICE_CAUSES: Record<StoredChoiceKind, string> = {
  event_cancelled: 'Evento cancelado',
  late: 'Pagamento depois do prazo',
  deferred: 'Inscrição adiada',
  returned: 'Vaga devolvida',
}
const CHOSEN: Record<Choice, string> = {
  refund: 'Devolução',
  donation: 'Doação',
  credit: 'Crédito em outra inscrição',
  place: 'A vaga ficou com o corredor',
}

const CHANGE_STATES = { open: 'Espera o pagamento', applied: 'Feita', ended: 'Encerrada sem efeito' } as const

const day = (date: IsoDate | null) => date && toBrazilianDate(date)

/** LGPD art. 18. The keys are Portuguese because people read them. */
export async function exportMyData(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  userId: number,
): Promise<object> {
  const { db, clock } = deps
  const [
    user,
    organizer,
    consents,
    sessions,
    devices,
    passkeys,
    emailChanges,
    securityEvents,
    answers,
    rights,
    couponLists,
    groups,
    invitations,
    transfers,
    eventAlerts,
  ] = await Promise.all([
    getUser(db, userId),
    findOrganizer(db, userId),
    selectConsentHistory(db, userId),
    selectSessionHistory(db, userId),
    selectKnownDevices(db, userId),
    selectPasskeys(db, userId),
    selectEmailChanges(db, userId),
    selectSecurityEvents(db, userId),
    selectAnswers(db, userId),
    selectRights(db, userId),
    selectCouponLists(db, userId),
    selectGroups(db, userId),
    selectGroupInvitations(db, userId),
    selectTransfers(db, userId),
    selectEventAlerts(db, userId),
  ])
  const { image, sex, address, ...profile } = presentProfile(user)
  return {
    gerado_em: clock.now(),
    conta: {
      nome: profile.name,
      email: profile.email,
      email_verificado_em: user.email_verified_at,
      telefone: profile.phone,
      cpf: profile.cpf,
      rg: profile.rg,
      data_de_nascimento: profile.birth_date,
      sexo: sex === null ? null : SEXES[sex],
      contato_de_emergencia: profile.emergency_contact,
      telefone_de_emergencia: profile.emergency_contact_phone,
      endereco: address && {
        cep: address.zip,
        logradouro: address.address,
        numero: address.number,
        complemento: address.complement,
        bairro: address.district,
        cidade: address.city,
        estado: address.state,
      },
      possui_foto: image !== null,
      possui_documento: user.document_path !== null,
      criada_em: user.created_at,
      verificacao_em_duas_etapas_desde: user.second_factor_at,
    },
    organizador: organizer ?? null,
    consentimentos: consents.map((row) => ({ ...row, tipo: CONSENT_TEXTS[row.tipo].title })),
    sessoes: sessions,
    aparelhos_conhecidos: devices,
    chaves_de_acesso: passkeys,
    trocas_de_email: emailChanges,
    registro_de_seguranca: securityEvents.map((row) => ({
      ...row,
      tipo: isSecurityEvent(row.tipo) ? SECURITY_EVENTS[row.tipo] : row.tipo,
    })),
    listas_de_cupons: couponLists,
    grupos_que_criei: groups,
    convites_para_grupos: invitations,
    transferencias: transfers,
    avisos_de_corridas: eventAlerts,
    inscricoes: await exportRegistrations(db, userId, answers, rights),
    anexos: await exportSentFiles(deps.files, [...answers, ...rights]),
  }
}

type Answers = Awaited<ReturnType<typeof selectAnswers>>
type Rights = Awaited<ReturnType<typeof selectRights>>

/** Each file once: the participants of an order share their answers. */
async function exportSentFiles(
  files: Deps['files'],
  sent: readonly { anexo: string | null }[],
): Promise<object[]> {
  const exported: object[] = []
  for (const path of new Set(sent.flatMap(({ anexo }) => anexo ?? []))) {
    const bytes = await files.read(path)
    if (bytes) exported.push({ arquivo: basename(path), conteudo_em_base64: bytes.toString('base64') })
  }
  return exported
}

async function exportRegistrations(
  db: Deps['db'],
  userId: number,
  answers: Answers,
  rights: Rights,
): Promise<object[]> {
  const [registrations, terms, signatures, changes, choices, payments, refunds] = await Promise.all([
    selectRegistrations(db, userId),
    selectAcceptedTerms(db, userId),
    selectSignatures(db, userId),
    selectChanges(db, userId),
    selectMoneyChoices(db, userId),
    selectPayments(db, userId),
    selectRefunds(db, userId),
  ])
  const of = <T extends { registration_id: number }>(rows: T[], id: number) =>
    rows.filter((row) => row.registration_id === id).map(({ registration_id: _, ...row }) => row)
  return registrations.map((row) => ({
    ...row,
    data_do_evento: day(row.data_do_evento),
    data_de_nascimento: day(row.data_de_nascimento),
    sexo: SEXES[row.sexo],
    valor: toDecimal(row.valor),
    desconto: toDecimal(row.desconto),
    taxa: toDecimal(row.taxa),
    total: toDecimal(row.total),
    situacao: REGISTRATION_STATUSES[row.situacao]?.label,
    termos_aceitos: of(terms, row.numero),
    assinaturas_por_menor: of(signatures, row.numero).map((signature) => ({
      ...signature,
      quem: guardianRoleWords(signature.quem),
    })),
    respostas: of(answers, row.numero).map((answer) => ({
      ...answer,
      resposta: answer.resposta ? 'Sim' : 'Não',
      anexo: answer.anexo && basename(answer.anexo),
    })),
    direitos: of(rights, row.numero).map((right) => ({
      ...right,
      situacao: RIGHT_CLAIM_STATUSES[right.situacao].label,
      anexo: right.anexo && basename(right.anexo),
    })),
    decisoes: of(choices, row.numero).map(({ taxa, ...choice }) => ({
      ...choice,
      causa: CHOICE_CAUSES[choice.causa],
      ate: day(choice.ate),
      taxa: toDecimal(taxa),
      decisao: choice.decisao && CHOSEN[choice.decisao],
    })),
    alteracoes: of(changes, row.numero).map((change) => ({
      ...change,
      situacao: CHANGE_STATES[change.situacao],
      total: toDecimal(change.total),
    })),
    pagamentos: of(payments, row.numero).map((payment) => ({
      ...payment,
      forma: PAYMENT_TYPES[payment.forma],
      valor: toDecimal(payment.valor),
      situacao: PAYMENT_STATUSES[payment.situacao]?.label,
      vencimento: day(payment.vencimento),
    })),
    devolucoes: of(refunds, row.numero).map((refund) => ({
      ...refund,
      valor: toDecimal(refund.valor),
      motivo: REFUND_REASONS[refund.motivo],
      situacao: REFUND_STATUSES[refund.situacao].label,
    })),
  }))
}
