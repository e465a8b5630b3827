import { basename } from 'node:path'
import { CONSENT_TEXTS } from '#contract/consent-text.ts'
import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES, PAYMENT_TYPES } from '#contract/payment-status.ts'
import { isSecurityEvent, SECURITY_EVENTS } from '#contract/security-events.ts'
import type { Deps } from '#server/deps.ts'
import { presentProfile } from '../../person.ts'
import { getUser } from '../../queries.ts'
import {
  findOrganizer,
  selectAcceptedTerms,
  selectAnswers,
  selectConsentHistory,
  selectEmailChanges,
  selectKnownDevices,
  selectPayments,
  selectRegistrations,
  selectSecurityEvents,
  selectSessionHistory,
} from './queries.ts'

const REGISTRATION_STATUS = ['Pendente', 'Confirmado', 'Cancelado'] as const

const instant = (at: Date | null) => at?.toISOString() ?? null
const day = (date: IsoDate | null) => date && toBrazilianDate(date)
const sexWord = (sex: number | null) => (sex === null ? null : sex === 0 ? 'Masculino' : 'Feminino')

/**
 * Everything that is kept about somebody, for themselves (LGPD art. 18): a document that a person can read and another
 * system can load. Its keys are Portuguese, because a person reads them.
 */
export async function exportMyData(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  userId: number,
): Promise<object> {
  const { db, clock } = deps
  const [user, organizer, consents, sessions, emailChanges, devices, securityEvents] = await Promise.all([
    getUser(db, userId),
    findOrganizer(db, userId),
    selectConsentHistory(db, userId),
    selectSessionHistory(db, userId),
    selectEmailChanges(db, userId),
    selectKnownDevices(db, userId),
    selectSecurityEvents(db, userId),
  ])
  const { image, sex, address, ...profile } = presentProfile(user)
  return {
    gerado_em: instant(clock.now()),
    conta: {
      nome: profile.name,
      email: profile.email,
      email_verificado_em: instant(user.email_verified_at),
      telefone: profile.phone,
      cpf: profile.cpf,
      rg: profile.rg,
      data_de_nascimento: profile.birth_date,
      sexo: sexWord(sex),
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
      criada_em: instant(user.created_at),
      verificacao_em_duas_etapas_desde: instant(user.second_factor_at),
    },
    organizador: organizer
      ? {
          nome_fantasia: organizer.fantasy_name,
          razao_social: organizer.corporate_reason,
          cnpj: organizer.cnpj,
          responsavel: organizer.responsible,
          telefone: organizer.phone,
        }
      : null,
    consentimentos: consents.map((row) => ({
      tipo: CONSENT_TEXTS[row.kind].title,
      versao: row.version,
      concedido: row.granted,
      em: instant(row.at),
      ip: row.ip,
      navegador: row.user_agent,
    })),
    sessoes: sessions.map((row) => ({
      aberta_em: instant(row.created_at),
      usada_em: instant(row.last_used_at),
      encerrada_em: instant(row.revoked_at),
      ip: row.ip,
      navegador: row.user_agent,
    })),
    aparelhos_conhecidos: devices.map((row) => ({ ultimo_login_em: instant(row.last_used_at) })),
    trocas_de_email: emailChanges.map((row) => ({
      de: row.old_email,
      para: row.new_email,
      pedida_em: instant(row.requested_at),
      confirmada_em: instant(row.verified_at),
      desfeita_em: instant(row.undone_at),
    })),
    registro_de_seguranca: securityEvents.map((row) => ({
      tipo: isSecurityEvent(row.kind) ? SECURITY_EVENTS[row.kind] : row.kind,
      em: instant(row.at),
      ip: row.ip,
      vezes: row.times,
    })),
    inscricoes: await exportRegistrations(deps, userId),
    anexos: await exportAnswerFiles(deps, userId),
  }
}

/** Each once: the participants of an order share their answers. */
async function exportAnswerFiles(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  userId: number,
): Promise<object[]> {
  const paths = new Set((await selectAnswers(db, userId)).flatMap(({ file_path: path }) => path ?? []))
  const exported: object[] = []
  for (const path of paths) {
    const bytes = await files.read(path)
    if (bytes) exported.push({ arquivo: basename(path), conteudo_em_base64: bytes.toString('base64') })
  }
  return exported
}

async function exportRegistrations({ db }: Pick<Deps, 'db'>, userId: number): Promise<object[]> {
  const [registrations, terms, answers, payments] = await Promise.all([
    selectRegistrations(db, userId),
    selectAcceptedTerms(db, userId),
    selectAnswers(db, userId),
    selectPayments(db, userId),
  ])
  const of = <T extends { registration_id: number }>(rows: T[], id: number) =>
    rows.filter((row) => row.registration_id === id)
  return registrations.map((row) => ({
    numero: row.id,
    evento: row.event,
    data_do_evento: day(row.event_on),
    participante: row.name,
    cpf: row.cpf,
    telefone: row.phone,
    email: row.email,
    data_de_nascimento: day(row.birth_on),
    sexo: sexWord(row.sex),
    modalidade: row.modality,
    categoria: row.category,
    kit: row.kit,
    tamanho: row.shirt_size,
    cupom: row.coupon,
    valor: toDecimal(row.value_cents),
    desconto: toDecimal(row.discount_cents),
    taxa: toDecimal(row.fee_cents),
    total: toDecimal(row.total_cents),
    situacao: REGISTRATION_STATUS[row.status],
    criada_em: instant(row.created_at),
    confirmada_em: instant(row.confirmed_at),
    cancelada_em: instant(row.cancelled_at),
    termos_aceitos: of(terms, row.id).map((term) => ({
      termo: term.name,
      versao: term.version,
      em: instant(term.accepted_at),
    })),
    respostas: of(answers, row.id).map((answer) => ({
      pergunta: answer.question,
      resposta: answer.accepted ? 'Sim' : 'Não',
      anexo: answer.file_path && basename(answer.file_path),
    })),
    pagamentos: of(payments, row.id).map((payment) => ({
      forma: PAYMENT_TYPES[payment.type],
      valor: toDecimal(payment.amount_cents),
      situacao: PAYMENT_STATUSES[payment.status]?.label,
      vencimento: day(payment.due_on),
      pago_em: instant(payment.paid_at),
      criado_em: instant(payment.created_at),
    })),
  }))
}
