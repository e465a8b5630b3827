import { IconRefresh } from '@tabler/icons-react'
import { retryFailedMails } from '#contract/report/home.ts'
import { RowAction } from '#web/actions/row-action.tsx'
import { api } from '#web/api/api.ts'
import { TODAY_KEY } from './today-query.ts'

/** Sends the failed e-mails of an event again. */
export const RetryMails = ({ eventId, title }: { eventId: number; title: string }) => (
  <RowAction
    icon={IconRefresh}
    label="Enviar de novo"
    name={title}
    action={() => api(retryFailedMails, { params: { id: eventId } })}
    invalidates={TODAY_KEY}
    failure="Erro ao enviar de novo."
  />
)
