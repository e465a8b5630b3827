import { z } from 'zod'
import { findAddressee } from '#server/features/account/queries.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { listAffected, listAffectedAccounts } from './queries.ts'

/** One transaction, so that a crash enqueues either no e-mail or all of them. */
export const announceMergeJob = defineJob(
  'announce-category-merge',
  z.object({ categoryId: z.int() }),
  async ({ db }, { categoryId }) => {
    await transaction(db, async (tx) => {
      for (const userId of await listAffectedAccounts(tx, categoryId))
        await addJob(
          tx,
          categoryMergedJob,
          { categoryId, userId },
          { jobKey: `category-merged:${categoryId}:${userId}` },
        )
    })
  },
)

/** Sends nothing after a further merge, which has an e-mail of its own. */
export const categoryMergedJob = defineMailJob(
  'category-merged',
  z.object({ categoryId: z.int(), userId: z.int() }),
  async ({ db, mailer, config }, { categoryId, userId }) => {
    const to = await findAddressee(db, userId)
    const registrations = await listAffected(db, categoryId, userId)
    const [first] = registrations
    if (!to || !first) return
    await mailer.send({
      to: to.email,
      subject: `Categorias unidas: ${first.title}`,
      ...emailLayout({
        title: 'Categorias unidas',
        body: html`<p>Olá, ${to.name}!</p>
<p>A organização de <strong>${first.title}</strong> uniu as categorias ${first.from_name} e ${first.into_name} da modalidade ${first.modality} em uma só: <strong>${first.category}</strong>.</p>
<p>A mudança vale para ${registrations.map(({ name }) => name).join(', ')}. A vaga, o kit e o preço continuam os mesmos.</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se tiver dúvidas, fale com a organização do evento.`,
      }),
    })
  },
)
