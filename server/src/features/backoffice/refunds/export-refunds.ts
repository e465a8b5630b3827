import { formatCpf } from '#contract/documents.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Table } from '#server/lib/table-file.ts'
import { handledEnterprise } from './handle-refund.ts'
import { listBankRows, markExported } from './queries.ts'

interface Export {
  caller: Caller
  ids: readonly number[]
  /** Includes refunds that an earlier file contains. */
  again: boolean
  ip: string
}

/**
 * The refunds among these that are paid to a Pix key, as a file for the bank. They are marked in the same
 * transaction, so that another file does not contain them. Throws 409 when there are none.
 */
export async function exportRefunds(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, ids, again, ip }: Export,
): Promise<Table> {
  const at = clock.now()
  const enterpriseId = handledEnterprise(caller)
  return transaction(db, async (tx) => {
    const marked = await markExported(tx, ids, { enterpriseId, again, at })
    if (marked.length === 0)
      throw new AppError('state_changed', {
        message: again
          ? 'Nenhuma das devoluções escolhidas tem uma chave Pix confirmada.'
          : 'Nenhuma das devoluções escolhidas tem uma chave Pix confirmada que ainda não foi para um arquivo.',
      })
    const rows = await listBankRows(
      tx,
      marked.map(({ id }) => id),
    )
    for (const [eventId, own] of Map.groupBy(marked, ({ event_id }) => event_id))
      await audit(tx, {
        at,
        actorUserId: caller.userId,
        action: 'refund.exported',
        entityId: null,
        eventId,
        after: { rows: own.length },
        ip,
      })
    return {
      name: `devolucoes-pix-${at.toISOString().slice(0, 16).replace(/\D/g, '-')}`,
      columns: [
        { heading: 'Devolução', kind: 'integer' },
        { heading: 'Nome', kind: 'text' },
        { heading: 'CPF', kind: 'text' },
        { heading: 'Chave Pix', kind: 'text' },
        { heading: 'Valor', kind: 'money' },
        { heading: 'Participante', kind: 'text' },
        { heading: 'Evento', kind: 'text' },
      ],
      rows: rows.map(({ id, name, pix_key: key, amount_cents, participant, title }) => {
        const cpf = formatCpf(key ?? '')
        return [id, name, cpf, cpf, amount_cents, participant, title]
      }),
    }
  })
}
