import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { momentWords } from '#web/ui/date-time-words.ts'
import classes from './draft-status.module.css'
import type { DraftState } from './draft-sync.ts'

interface DraftStatusProps {
  state: DraftState
  onCompare: () => void
}

/** Says whether what was typed is stored, and since when. */
export function DraftStatus({ state, onCompare }: DraftStatusProps) {
  const words = stateWords(state)
  if (words === null) return null
  const isTrouble = ['local', 'conflict', 'gone'].includes(state.kind)
  const Icon = ICONS[state.kind] ?? IconAlertTriangle
  return (
    <p className={classes.status} data-trouble={isTrouble || undefined}>
      <Icon size={18} aria-hidden />
      <span>
        <span role="status">{words}</span>
        {state.kind === 'saved' && <Ago at={state.at} />}
        {state.kind === 'conflict' && (
          <Button variant="subtle" size="sm" onClick={onCompare}>
            Comparar
          </Button>
        )}
      </span>
    </p>
  )
}

const ICONS: Partial<Record<DraftState['kind'], typeof IconCloudCheck>> = {
  waiting: IconCloudUp,
  saving: IconCloudUp,
  saved: IconCloudCheck,
  local: IconCloudOff,
}

function stateWords(state: DraftState): string | null {
  switch (state.kind) {
    case 'idle':
      return null
    case 'untitled':
      return 'Dê um título ao evento para guardar o rascunho.'
    case 'waiting':
      return 'O rascunho é salvo em instantes.'
    case 'saving':
      return 'Rascunho: salvando…'
    case 'saved':
      return 'Rascunho salvo'
    case 'local':
      return state.message
        ? `${state.message} Guardado neste aparelho.`
        : 'Sem conexão: guardado neste aparelho'
    case 'conflict':
      return 'Vocês mudaram o mesmo campo. O rascunho espera a sua escolha.'
    case 'gone':
      return 'Outra pessoa apagou este rascunho ou já salvou o evento. O que está nesta tela fica guardado neste aparelho.'
  }
}

const SECOND_MS = 1_000

/** Not part of the status that is read out, because it changes every second. */
function Ago({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return <> {agoWords(at, now)}</>
}

function agoWords(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / SECOND_MS))
  if (seconds === 0) return 'agora'
  if (seconds < 60) return `há ${seconds} s`
  if (seconds < 3_600) return `há ${Math.floor(seconds / 60)} min`
  return `em ${momentWords(new Date(at).toISOString())}`
}
