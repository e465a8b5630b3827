import {
  endProducerSession,
  endProducerSessions,
  listProducerSessions,
  type Producer,
} from '#contract/producer.ts'
import { api } from '../../../api.ts'
import { SessionList } from '../../account/access/session-list.tsx'
import { PRODUCERS_KEY } from '../queries.ts'

/** Where a realizador is signed in, and a way to sign them out of one device or of all. */
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
