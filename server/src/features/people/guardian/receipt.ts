import { z } from 'zod'
import { momentIn } from '#contract/dates.ts'
import { guardianRoleWords } from '#contract/registration/minors.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRequest, listSignatures } from './queries.ts'

const maskedCpf = (cpf: string | null): string => (cpf ? `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**` : '')

/** All signatures with their texts, to the guardian, and to the participant or else the buyer. */
export const guardianReceiptJob = defineMailJob(
  'guardian-receipt',
  z.object({ registrationId: z.int(), to: z.enum(['guardian', 'participant']) }),
  async ({ db, mailer, config }, { registrationId, to: receiver }) => {
    const request = await findRequest(db, registrationId)
    if (!request || request.missing.length > 0 || request.anonymized_at) return
    const signatures = await listSignatures(db, registrationId)
    const guardian = signatures.find(({ role }) => role === 'guardian')?.email
    const participant = request.email ?? request.buyer_email
    const to = receiver === 'guardian' ? guardian : participant
    if (!to || (receiver === 'participant' && participant === guardian)) return
    await mailer.send({
      to,
      subject: `Autorização assinada: ${request.title}`,
      ...emailLayout({
        title: 'Autorização assinada',
        body: html`<p>Olá!</p>
<p>A participação de <strong>${request.name}</strong> em <strong>${request.title}</strong> está autorizada. Guarde este comprovante.</p>
${signatures.map(
  (one) => html`<p><strong>${one.name}</strong> (${guardianRoleWords(one.relationship)})<br>
CPF ${maskedCpf(one.cpf)}<br>
Assinado em ${momentIn(request.timezone, one.signed_at)}, pelo endereço IP ${one.ip ?? ''}</p>
${one.text.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
<p>SHA-256 do texto: ${one.sha256}</p>`,
)}`,
        action: { label: 'Ver a corrida', url: `${config.publicUrl}/events/${request.slug}` },
      }),
    })
  },
)
