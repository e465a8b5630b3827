import {
  endProducerSession,
  endProducerSessions,
  listProducerSessions,
  type Producer,
} from '#contract/producer.ts'
import { api } from '../../../api.ts'
import { SessionList } from '../../account/access/session-list.tsx'
import { PRODUCERS_KEY } from '../queries.ts'

/** The sessions of a realizador, with buttons to end one or all of them. */
export const ProducerSessions = ({ producer: { id } }: { producer: Producer }) => (
  <SessionList
    title="Sessões abertas"
    description="Os aparelhos em que este realizador entrou. Encerrada a sessão, ele precisa entrar de novo."
    queryKey={[...PRODUCERS_KEY, id, 'sessions']}
    load={async (signal) => (await api(listProducerSessions, { params: { id }, signal })).data}
    end={(sessionId) => api(endProducerSession, { params: { id, sessionId } })}
    endAll={{
      label: 'Encerrar todas',
      failure: 'Erro ao encerrar a sessão.',
      call: () => api(endProducerSessions, { params: { id } }),
    }}
  />
)
