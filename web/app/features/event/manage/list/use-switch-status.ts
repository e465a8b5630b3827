import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeEventStatus, type OrganizerEventRow } from '#contract/organizer-event.ts'
import { api, failureMessage } from '../../../../api.ts'
import { showToast } from '../../../../ui/toast.ts'
import { EVENT_LISTS_KEY } from '../queries.ts'

interface Rows {
  data: OrganizerEventRow[]
}

/** Opens or closes an event; the list shows it without being asked for anew. */
export function useSwitchStatus() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: 0 | 1 }) =>
      api(changeEventStatus, { params: { id }, body: { status } }),
    onSuccess: ({ data: switched }) => {
      queries.setQueriesData<Rows>(
        { queryKey: EVENT_LISTS_KEY },
        (list) =>
          list && {
            ...list,
            data: list.data.map((row) =>
              row.id === switched.id ? { ...row, status: switched.status } : row,
            ),
          },
      )
      showToast('success', 'Status alterado com sucesso!')
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao alterar status do evento.')),
  })
}
