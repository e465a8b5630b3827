import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { findAddressee, lockAccounts, updateUser } from '#server/features/account/queries.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, isUniqueViolation } from '#server/lib/errors.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { redactText } from '#server/lib/redact.ts'
import { findAccountOfCpf } from './queries.ts'

interface CpfChange {
  caller: Caller
  userId: number
  /** Null takes the CPF away, so that its owner can register. */
  cpf: string | null
  reason: string
  ip: string
}

/**
 * Gives a CPF to the account of the person who proved with a document that it is theirs, and takes it from the
 * account that had it. Registrations keep the CPF with which they were made. Idempotent. Throws 404, and 409 if the
 * CPF moved meanwhile.
 */
export async function changeCpf(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, userId, cpf, reason, ip }: CpfChange,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const holder = cpf === null ? undefined : await findAccountOfCpf(tx, cpf)
    const accounts = await lockAccounts(tx, [userId, ...(holder ? [holder.id] : [])])
    const account = accounts.find(({ id }) => id === userId)
    if (!account || account.anonymized_at || !account.roles.includes('Participante'))
      throw new AppError('not_found', { message: 'Participante não encontrado.' })
    if (account.cpf === cpf) return
    const loser = accounts.find(({ id }) => id === holder?.id)
    // The holder was read before it was locked.
    if (loser && loser.cpf !== cpf) throw new AppError('state_changed')

    const entry = { at, by: caller.userId, ip }
    // First, because CPFs are unique.
    if (loser) {
      await updateUser(tx, loser.id, { cpf: null }, at)
      const after = { into: userId, reason: redactText(reason) }
      await auditUser(tx, 'user.cpf_taken', { ...entry, userId: loser.id, after })
      await addJob(tx, cpfChangedJob, { userId: loser.id, change: 'taken' })
    }
    await updateUser(tx, userId, { cpf }, at)
    const after = { ...(loser && { from: loser.id }), reason: redactText(reason) }
    const change = cpf === null ? 'taken' : 'given'
    await auditUser(tx, cpf === null ? 'user.cpf_taken' : 'user.cpf_given', { ...entry, userId, after })
    await addJob(tx, cpfChangedJob, { userId, change })
  }).catch((error) => {
    throw isUniqueViolation(error, 'users_cpf') ? new AppError('state_changed') : error
  })
}

const CHANGES = {
  given: {
    title: 'O CPF da sua conta foi corrigido',
    words:
      'Conferimos um documento e colocamos o CPF na sua conta da Largada. A partir de agora, as suas inscrições são feitas com ele.',
  },
  taken: {
    title: 'O CPF saiu da sua conta',
    words:
      'Conferimos um documento e vimos que o CPF que estava na sua conta da Largada é de outra pessoa. Ele saiu da conta; o que você já tem na Largada continua como está. Para novas inscrições, a conta precisa do seu próprio CPF: fale com o nosso atendimento, com um documento em mãos.',
  },
} as const

export const cpfChangedJob = defineMailJob(
  'cpf-changed',
  z.object({ userId: z.int(), change: z.enum(['given', 'taken']) }),
  async ({ db, mailer, config }, { userId, change }) => {
    const to = await findAddressee(db, userId)
    if (!to) return
    const { title, words } = CHANGES[change]
    await mailer.send({
      to: to.email,
      subject: `${title} · Largada`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${to.name}!</p>
<p>${words}</p>`,
        action: { label: 'Ver o meu perfil', url: `${config.publicUrl}/participante/perfil` },
        note: html`Se algo não estiver certo, fale com o nosso atendimento.`,
      }),
    })
  },
)
