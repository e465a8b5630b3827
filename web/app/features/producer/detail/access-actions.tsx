import type { Producer } from '#contract/producer/producer.ts'
import { blockProducer, removeProducer, resetProducerAccess } from '#contract/producer/producer-access.ts'
import { BlockButton, RemoveButton, ResetAccessButton } from '#web/actions/account-actions.tsx'
import { api } from '#web/api/api.ts'
import { PRODUCERS_PATH } from '#web/paths.ts'
import { PRODUCER_LISTS_KEY, PRODUCERS_KEY } from '../queries.ts'

export function AccessActions({ producer }: { producer: Producer }) {
  const params = { id: producer.id }
  const blocked = producer.blocked_at !== null
  const common = { name: producer.fantasy_name, kind: 'realizador' }
  return (
    <>
      {!blocked && (
        <ResetAccessButton
          email={producer.email}
          invited={!producer.email_verified}
          action={() => api(resetProducerAccess, { params })}
          invalidates={PRODUCERS_KEY}
        />
      )}
      <BlockButton
        {...common}
        blocked={blocked}
        blocks="O realizador sai de todos os aparelhos agora e não entra mais. Os eventos e as permissões ficam guardados."
        unblocks="O realizador pode entrar de novo, com a senha, os eventos e as permissões que tinha."
        action={(body) => api(blockProducer, { params, body })}
        invalidates={PRODUCERS_KEY}
      />
      <RemoveButton
        {...common}
        words="O realizador perde o acesso, os eventos e as permissões para sempre. O que ele fez continua no histórico. Isso não pode ser desfeito."
        asksReason
        action={(reason) => api(removeProducer, { params, body: { reason } })}
        invalidates={PRODUCER_LISTS_KEY}
        list={PRODUCERS_PATH}
      />
    </>
  )
}
