import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { idOf } from '#web/navigation/use-id-param.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { PANEL_PARAM } from '../list/participant-columns.tsx'
import { PARTICIPANT_LISTS_KEY, panelQuery } from '../queries.ts'
import classes from './panel.module.css'
import { PanelSkeleton, RegistrationRecordView } from './registration-record.tsx'

interface PanelSheetProps {
  /** The registrations of the list's page, in their order. */
  ids: readonly number[]
}

/** The panel of the registration in the URL, over the end of the list. */
export function PanelSheet({ ids }: PanelSheetProps) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const id = idOf(params.get(PANEL_PARAM))
  const query = useQuery({ ...panelQuery(id ?? 0), enabled: id !== null })
  const failure = recordFailure(query)
  useListAfterRefund(query.data)
  const go = (to: number | null) => {
    const next = new URLSearchParams(params)
    if (to === null) next.delete(PANEL_PARAM)
    else next.set(PANEL_PARAM, String(to))
    setParams(next, { replace: true, state, preventScrollReset: true })
  }
  const close = () => go(null)
  return (
    <Sheet
      open={id !== null}
      onClose={close}
      side="right"
      size="min(34rem, 100vw)"
      title={query.data?.participant.name ?? 'Inscrição'}
    >
      {id !== null && <Neighbours id={id} ids={ids} onGo={go} />}
      {query.data ? (
        <RegistrationRecordView registration={query.data} />
      ) : failure ? (
        <ErrorState {...failure} />
      ) : (
        <PanelSkeleton />
      )}
    </Sheet>
  )
}

/** The panel asks whether a refund is made. The list behind it is loaded again when it is. */
function useListAfterRefund(registration: RegistrationRecord | undefined): void {
  const queries = useQueryClient()
  const seen = useRef({ id: 0, done: 0 })
  const id = registration?.id ?? 0
  const done = registration?.refunds.filter(({ status }) => status === 'done').length ?? 0
  useEffect(() => {
    const before = seen.current
    seen.current = { id, done }
    if (before.id === id && done > before.done)
      void queries.invalidateQueries({ queryKey: PARTICIPANT_LISTS_KEY })
  }, [id, done, queries])
}

interface NeighboursProps {
  id: number
  ids: readonly number[]
  onGo: (id: number) => void
}

/** Opens the previous or the next registration of the list's page. */
function Neighbours({ id, ids, onGo }: NeighboursProps) {
  const place = ids.indexOf(id)
  const go = (step: 1 | -1) => {
    const to = ids[place + step]
    if (place >= 0 && to !== undefined) onGo(to)
  }
  const keys = { j: 1, arrowright: 1, k: -1, arrowleft: -1 } as const
  useShortcuts(Object.fromEntries(Object.entries(keys).map(([key, step]) => [key, () => go(step)])), 1)
  if (place < 0) return null
  return (
    <div className={classes.neighbours}>
      <ActionIcon color="gray" aria-label="Inscrição anterior" disabled={place === 0} onClick={() => go(-1)}>
        <IconChevronLeft size={22} aria-hidden />
      </ActionIcon>
      <ActionIcon
        color="gray"
        aria-label="Próxima inscrição"
        disabled={place === ids.length - 1}
        onClick={() => go(1)}
      >
        <IconChevronRight size={22} aria-hidden />
      </ActionIcon>
      <span aria-live="polite">
        {place + 1} de {ids.length} nesta página
      </span>
    </div>
  )
}
